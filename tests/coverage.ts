import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { coverageDocument } from '@/tests/support/reports/coverage-document';
import { root } from '@/tests/support/reports/reach';

/**
 * The program of `npm run coverage:docs`. It generates docs/coverage.md with
 * tests/support/reports/coverage-document.ts and overwrites the file.
 */
writeFileSync(path.join(root, 'docs/coverage.md'), coverageDocument());
