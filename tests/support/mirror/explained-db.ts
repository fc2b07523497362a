import type { InstallId } from 'commerce-platform-client/contract/ids';
import { type TenantDb, tenantDb, type Tx } from '@/lib/system/db';
import { Prisma } from '@/lib/system/generated/prisma/client';

/** A node of a query plan, as EXPLAIN (FORMAT JSON) returns it. */
export type PlanNode = {
  'Node Type': string;
  'Index Name'?: string;
  'Relation Name'?: string;
  'Scan Direction'?: string;
  Filter?: string;
  Plans?: PlanNode[];
} & Record<string, unknown>;

/**
 * Returns the tenant's database client with one addition: it runs EXPLAIN before each raw query, in the same
 * transaction and role. It passes the nodes of the query plan to `onPlan`, topmost first.
 */
export function explainedDb(
  installId: InstallId,
  onPlan: (nodes: PlanNode[], sql: string) => void,
): TenantDb {
  const explained = (tx: Tx): Tx =>
    new Proxy(tx, {
      get(target, name) {
        if (name !== '$queryRaw') return Reflect.get(target, name);
        return async (query: Prisma.Sql | TemplateStringsArray, ...values: unknown[]) => {
          const statement = query instanceof Prisma.Sql ? query : Prisma.sql(query, ...values);
          const [row] = await tx.$queryRaw<{ 'QUERY PLAN': { Plan: PlanNode }[] }[]>(
            Prisma.sql`EXPLAIN (FORMAT JSON) ${statement}`,
          );
          onPlan(nodesOf(row?.['QUERY PLAN'][0]?.Plan), statement.sql);
          return tx.$queryRaw(statement);
        };
      },
    });
  const db = tenantDb(installId);
  return {
    transaction: (work) => db.transaction((tx) => work(explained(tx))),
    read: (work) => db.read((tx) => work(explained(tx))),
  };
}

/** Returns a plan node and all nodes below it. */
export function nodesOf(node: PlanNode | undefined): PlanNode[] {
  return node ? [node, ...(node.Plans ?? []).flatMap(nodesOf)] : [];
}
