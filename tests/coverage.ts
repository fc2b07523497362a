import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { coverageDocument } from '@/tests/support/reports/coverage-document';
import { root } from '@/tests/support/reports/reach';

/** `npm run coverage:docs`: writes docs/coverage.md again (tests/support/coverage-document.ts). */
writeFileSync(path.join(root, 'docs/coverage.md'), coverageDocument());
