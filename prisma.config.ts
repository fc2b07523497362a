import { defineConfig } from 'prisma/config';

// The Prisma commands generate, validate and format do not use the schema engine, but the CLI does not run
// without a path to its binary. The CLI accepts any executable as that path. The command migrate does need
// the engine; server/migrate.ts replaces that command.
if (['generate', 'validate', 'format'].includes(process.argv[2] ?? '')) {
  process.env.PRISMA_SCHEMA_ENGINE_BINARY ??= process.execPath;
}

export default defineConfig({ schema: 'prisma/schema.prisma' });
