import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import { PrismaPg } from '@prisma/adapter-pg';
import {
  bindMigrationAwareSqlAdapterFactory,
  ColumnTypeEnum,
  type SqlMigrationAwareDriverAdapterFactory,
  type SqlQuery,
} from '@prisma/driver-adapter-utils';
import type { SchemaEngine } from '@prisma/schema-engine-wasm';
import pg from 'pg';

/** The path that Prisma's messages show for the schema. */
export const schemaPath = 'prisma/schema.prisma';

/**
 * Starts Prisma's schema engine as WebAssembly, connected to the database through `pg`, so that no binary must be
 * downloaded. One engine serves one database; call free() when it is no longer needed.
 */
export async function schemaEngine(url: string, schema: string): Promise<SchemaEngine> {
  const bindings = await loadBindings();
  const ignoreLog = () => undefined;
  const adapter = bindMigrationAwareSqlAdapterFactory(catalogAdapter(url));
  return bindings.SchemaEngine.new({ datamodels: [[schemaPath, schema]] }, ignoreLog, adapter);
}

type Bindings = typeof import('@prisma/schema-engine-wasm');
let loaded: Promise<Bindings> | undefined;

function loadBindings(): Promise<Bindings> {
  loaded ??= instantiate();
  return loaded;
}

/**
 * Loads the .wasm file of the engine directly. The entry file of the package cannot be used: it imports the .wasm file
 * as a module, which Node does not support yet.
 */
async function instantiate(): Promise<Bindings> {
  Object.assign(globalThis, { PRISMA_WASM_PANIC_REGISTRY: { set_message: console.error } });
  const bindings = await import('@prisma/schema-engine-wasm/schema_engine_bg');
  const entry = createRequire(import.meta.url).resolve('@prisma/schema-engine-wasm');
  const wasm = await readFile(path.join(path.dirname(entry), 'schema_engine_bg.wasm'));
  const { instance } = await WebAssembly.instantiate(wasm, { './schema_engine_bg.js': bindings });
  bindings.__wbg_set_wasm(instance.exports);
  const start = instance.exports.__wbindgen_start;
  if (typeof start === 'function') start();
  return bindings;
}

/**
 * Types that occur only in PostgreSQL's system catalog and that adapter-pg does not support. Each type id is mapped to
 * the id of the public type that replaces it.
 */
const publicTypeOf = new Map([
  [18, 1042],
  [1002, 1014],
]);

/**
 * Returns Prisma's adapter-pg with changes for reading the system catalog. Values of PostgreSQL's one-byte
 * type "char" are returned as characters, as the schema engine requires.
 */
function catalogAdapter(url: string): SqlMigrationAwareDriverAdapterFactory {
  const pool = new pg.Pool({ connectionString: url, max: 1, application_name: 'daftar-migrate' });
  const query: (request: pg.QueryArrayConfig) => Promise<pg.QueryArrayResult> = pool.query.bind(pool);
  let characters: number[] = [];
  Object.assign(pool, {
    query: async (request: pg.QueryArrayConfig) => {
      const result = await query(request);
      characters = [];
      for (const [index, field] of result.fields.entries()) {
        if (field.dataTypeID === 18) characters.push(index);
        field.dataTypeID = publicTypeOf.get(field.dataTypeID) ?? field.dataTypeID;
      }
      return result;
    },
  });
  const factory = new PrismaPg(pool, { disposeExternalPool: true });
  return {
    provider: factory.provider,
    adapterName: factory.adapterName,
    connectToShadowDb: () => factory.connectToShadowDb(),
    connect: async () => {
      const adapter = await factory.connect();
      const queryRaw = adapter.queryRaw.bind(adapter);
      return Object.assign(adapter, {
        queryRaw: async (request: SqlQuery) => {
          const result = await queryRaw(request);
          for (const index of characters) result.columnTypes[index] = ColumnTypeEnum.Character;
          return result;
        },
      });
    },
  };
}
