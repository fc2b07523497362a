/** Number of uses after which a statement gets a name. Rare statements are not worth a place in PostgreSQL's memory. */
const usesMin = 5;
/** Maximum number of names of a process. Each connection keeps one prepared statement for each name. */
const namesMax = 200;
/** Maximum number of statements without a name whose uses are counted. */
const countedMax = 1_000;

/**
 * Returns a function that gives a frequent statement a name. All other statements get an empty name, and pg does not
 * prepare them. pg prepares a statement with a name once in each connection. PostgreSQL then does not parse it again,
 * and mostly reuses its plan.
 */
export function createStatementNames(): (statement: { sql: string }) => string {
  const names = new Map<string, string>();
  const uses = new Map<string, number>();
  return ({ sql }) => {
    // On a Citus cluster, each install has a statement of its own (act-on-cluster.ts). These would use all names.
    if (sql.startsWith('SET LOCAL ')) return '';
    const known = names.get(sql) ?? '';
    if (known || names.size >= namesMax) return known;
    const count = (uses.get(sql) ?? 0) + 1;
    if (count < usesMin) {
      // A query with a list as a part of its text has a different text for each length of the list. So there can be
      // very many texts, and the counts are cleared if there are too many.
      if (uses.size >= countedMax) uses.clear();
      uses.set(sql, count);
      return '';
    }
    uses.delete(sql);
    const name = `s${names.size + 1}`;
    names.set(sql, name);
    return name;
  };
}
