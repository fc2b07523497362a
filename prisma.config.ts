import { defineConfig } from 'prisma/config';

// The commands generate, validate and format need no schema engine, but the CLI looks for its binary first. Any
// executable satisfies the CLI. The command migrate does need one and is replaced by server/migrate.ts.
if (['generate', 'validate', 'format'].includes(process.argv[2] ?? '')) {
  process.env.PRISMA_SCHEMA_ENGINE_BINARY ??= process.execPath;
}

export default defineConfig({ schema: 'prisma/schema.prisma' });
