import type { AlterTableCmd, ColumnDef, Constraint, Node } from 'libpg-query';
import { loadModule, parseSync } from 'libpg-query';
import { isOutsideTransaction } from '@/server/postgres/apply-migration';
import type { Migration } from '@/server/postgres/migrations';

await loadModule();

/**
 * A comment that a migration needs if it removes something that an earlier release used. It names the first release
 * that no longer uses the removed thing.
 */
const contract = /^-- contract: unused since (\d+\.\d+\.\d+)$/m;

/**
 * Returns a line for each bad statement of a migration. A statement is bad in three cases: it would make requests wait,
 * the previous release does not work with the changed database, or this function has no rule for it
 * (docs/operating.md#write-a-migration). PostgreSQL's own parser parses the SQL.
 *
 * @param earlier the migrations before the checked one, without the first migration, which runs in an empty database
 * @param release the version in package.json
 */
export function lintMigration(
  migration: Migration,
  earlier: readonly Migration[],
  release: string,
): string[] {
  const statements = statementsOf(migration);
  const created = new Set(statements.flatMap((statement) => createdTable(statement) ?? []));
  const validated = new Set(earlier.flatMap(statementsOf).flatMap(validatedConstraints));
  const since = contract.exec(migration.sql)?.[1];
  const given = { created, validated, isContract: since !== undefined && since !== release };
  const found = statements.flatMap((statement) => lintStatement(statement, given));
  if (isOutsideTransaction(migration)) {
    if (statements.length !== 1) found.push('a migration outside a transaction has exactly one statement');
    return [
      ...found,
      ...statements.filter((one) => !runsAlone(one)).map(() => 'this statement must be in a transaction'),
    ];
  }
  if (statements.some(runsAlone)) found.push("the first line must be '-- migrate: no transaction'");
  const locked = new Set(statements.flatMap((statement) => lockedTable(statement) ?? []));
  for (const table of created) locked.delete(table);
  if (locked.size > 1) found.push(`locks ${[...locked].join(' and ')}: write one migration for each table`);
  return found;
}

interface Given {
  created: ReadonlySet<string>;
  validated: ReadonlySet<string>;
  isContract: boolean;
}

const statementsOf = ({ sql }: Migration): Node[] =>
  (parseSync(sql).stmts ?? []).flatMap(({ stmt }) => (stmt ? [stmt] : []));

const createdTable = (node: Node) => ('CreateStmt' in node ? node.CreateStmt.relation?.relname : undefined);

/**
 * Returns the table on which the statement takes a lock that blocks writes or reads. An accepted statement holds this
 * lock only for a short time.
 */
function lockedTable(node: Node): string | undefined {
  if ('AlterTableStmt' in node) return node.AlterTableStmt.relation?.relname;
  if ('CreatePolicyStmt' in node) return node.CreatePolicyStmt.table?.relname;
  if ('CreateTrigStmt' in node) return node.CreateTrigStmt.relation?.relname;
  return undefined;
}

const commandsOf = (node: Node): AlterTableCmd[] =>
  'AlterTableStmt' in node
    ? (node.AlterTableStmt.cmds ?? []).flatMap((cmd) => ('AlterTableCmd' in cmd ? [cmd.AlterTableCmd] : []))
    : [];

const validatedConstraints = (node: Node): string[] =>
  commandsOf(node).flatMap(({ subtype, name }) =>
    subtype === 'AT_ValidateConstraint' && name ? [name] : [],
  );

/**
 * Returns true if the statement must or should run outside a transaction. PostgreSQL does not allow some statements in
 * a transaction. Other statements take long and block no request.
 */
function runsAlone(node: Node): boolean {
  if ('IndexStmt' in node) return node.IndexStmt.concurrent === true;
  if ('DropStmt' in node) return node.DropStmt.concurrent === true;
  return validatedConstraints(node).length > 0;
}

/** Kinds of statements that hold a blocking lock only for a short time. Their content does not have to be checked. */
const harmless = new Set([
  'CreateStmt',
  'CreateSeqStmt',
  'CreatePolicyStmt',
  'CreateTrigStmt',
  'CreateFunctionStmt',
  'AlterOwnerStmt',
  'CommentStmt',
  'GrantStmt',
  'VariableSetStmt',
]);

function lintStatement(node: Node, given: Given): string[] {
  const { created, isContract } = given;
  const [kind = ''] = Object.keys(node);
  if (harmless.has(kind)) return [];
  if ('IndexStmt' in node) {
    const table = node.IndexStmt.relation?.relname ?? '';
    return node.IndexStmt.concurrent || created.has(table)
      ? []
      : [`CREATE INDEX on ${table} blocks writes: use CREATE INDEX CONCURRENTLY`];
  }
  if ('DropStmt' in node) {
    const { removeType = '', concurrent } = node.DropStmt;
    if (removeType === 'OBJECT_INDEX')
      return concurrent ? [] : ['DROP INDEX blocks reads: use DROP INDEX CONCURRENTLY'];
    if (['OBJECT_POLICY', 'OBJECT_TRIGGER'].includes(removeType) || isContract) return [];
    return [`DROP of ${removeType} breaks the previous release: ${contractAdvice}`];
  }
  if ('RenameStmt' in node) {
    const { renameType = '' } = node.RenameStmt;
    return ['OBJECT_TABCONSTRAINT', 'OBJECT_INDEX'].includes(renameType)
      ? []
      : [
          `RENAME of ${renameType} breaks the previous release: add a new one, and drop the old one a release later`,
        ];
  }
  if ('AlterTableStmt' in node) {
    const table = node.AlterTableStmt.relation?.relname ?? '';
    return created.has(table)
      ? []
      : commandsOf(node).flatMap((command) => lintCommand(table, command, given));
  }
  if ('InsertStmt' in node) {
    const { selectStmt } = node.InsertStmt;
    const isOfValues = selectStmt && 'SelectStmt' in selectStmt && selectStmt.SelectStmt.valuesLists;
    return isOfValues ? [] : ['INSERT of a query: fill the table in batches by the worker'];
  }
  if ('UpdateStmt' in node || 'DeleteStmt' in node)
    return [`${kind} of a whole table: change the rows in batches by the worker`];
  return [`${kind} is not known to be safe while the app runs: use another statement, or add it to the lint`];
}

const contractAdvice = "if no release uses it any more, add the line '-- contract: unused since X.Y.Z'";

function lintCommand(
  table: string,
  { subtype = 'AT_AddColumn', name = '', def }: AlterTableCmd,
  given: Given,
): string[] {
  switch (subtype) {
    case 'AT_AddColumn':
      return def && 'ColumnDef' in def ? lintColumn(`${table}.${def.ColumnDef.colname}`, def.ColumnDef) : [];
    case 'AT_AddConstraint':
      return def && 'Constraint' in def ? lintConstraint(table, def.Constraint) : [];
    case 'AT_SetNotNull':
      return given.validated.has(`${table}_${name}_not_null`)
        ? []
        : [
            `SET NOT NULL of ${table}.${name} reads the whole table: first add CHECK (${name} IS NOT NULL) NOT VALID ` +
              `with the name ${table}_${name}_not_null, and validate it in a migration of its own`,
          ];
    case 'AT_DropColumn':
      return given.isContract
        ? []
        : [`DROP COLUMN ${table}.${name} breaks the previous release: ${contractAdvice}`];
    case 'AT_AlterColumnType':
      return [
        `ALTER TYPE of ${table}.${name} can rewrite the table: add a new column and fill it in batches`,
      ];
    case 'AT_ValidateConstraint':
    case 'AT_DropConstraint':
    case 'AT_DropNotNull':
    case 'AT_ColumnDefault':
    case 'AT_EnableRowSecurity':
    case 'AT_ForceRowSecurity':
    case 'AT_SetStatistics':
      return [];
    default:
      return [`${subtype} on ${table} is not known to be safe while the app runs`];
  }
}

/**
 * Checks a statement that adds a column. The statement must not rewrite or scan the table, and the previous release
 * must still be able to insert rows.
 */
function lintColumn(column: string, { constraints = [] }: ColumnDef): string[] {
  const parts = constraints.flatMap((one) => ('Constraint' in one ? [one.Constraint] : []));
  const has = (type: Constraint['contype']) => parts.some(({ contype }) => contype === type);
  const isNotNull = has('CONSTR_NOTNULL') && !has('CONSTR_DEFAULT');
  return [
    ...(isNotNull ? [`ADD COLUMN ${column} NOT NULL without a default breaks the previous release`] : []),
    ...parts.flatMap((part) => {
      if (part.contype === 'CONSTR_DEFAULT' && !isConstant(part.raw_expr))
        return [`the default of ${column} is not a constant, so it rewrites the table`];
      return ['CONSTR_NOTNULL', 'CONSTR_DEFAULT', 'CONSTR_NULL'].includes(part.contype ?? '')
        ? []
        : [`${part.contype} of the new column ${column} reads the table: add it as a constraint of its own`];
    }),
  ];
}

/**
 * Returns true for a constant, for an array or a cast of constants, and for a value such as
 * CURRENT_TIMESTAMP.
 */
function isConstant(node: Node | undefined): boolean {
  if (!node) return false;
  if ('A_Const' in node || 'SQLValueFunction' in node) return true;
  if ('TypeCast' in node) return isConstant(node.TypeCast.arg);
  if ('A_ArrayExpr' in node) return (node.A_ArrayExpr.elements ?? []).every(isConstant);
  return false;
}

function lintConstraint(
  table: string,
  { contype, conname, skip_validation, indexname }: Constraint,
): string[] {
  const name = `${table}.${conname ?? 'constraint'}`;
  if (contype === 'CONSTR_CHECK' || contype === 'CONSTR_FOREIGN')
    return skip_validation
      ? []
      : [
          `ADD CONSTRAINT ${name} reads the whole table: add it NOT VALID, and validate it in a migration of its own`,
        ];
  return indexname
    ? []
    : [
        `ADD CONSTRAINT ${name} builds an index under a lock: build it CONCURRENTLY first, then ADD … USING INDEX`,
      ];
}
