import { defineConfig } from 'prisma/config';

// The Prisma commands generate, validate and format do not use the schema engine, but the CLI does not run without a
// path to its binary. It accepts any executable as this path. The command migrate needs the engine, but
// server/migrate.ts replaces this command.
if (['generate', 'validate', 'format'].includes(process.argv[2] ?? '')) {
  process.env.PRISMA_SCHEMA_ENGINE_BINARY ??= process.execPath;
}

export default defineConfig({ schema: 'prisma/schema.prisma' });
