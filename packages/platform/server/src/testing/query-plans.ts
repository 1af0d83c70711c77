import { drizzle } from 'drizzle-orm/node-postgres';
import { Pool } from 'pg';
import * as v from 'valibot';

/** A node of a plan of PostgreSQL. */
export type PlanNode = {
  'Node Type': string;
  'Relation Name'?: string | undefined;
  'Actual Rows': number;
  'Actual Loops': number;
  'Rows Removed by Filter'?: number | undefined;
  Plans?: PlanNode[] | undefined;
};
const planSchema: v.GenericSchema<unknown, PlanNode> = v.object({
  'Node Type': v.string(),
  'Relation Name': v.optional(v.string()),
  'Actual Rows': v.number(),
  'Actual Loops': v.number(),
  'Rows Removed by Filter': v.optional(v.number()),
  Plans: v.optional(v.array(v.lazy(() => planSchema))),
});
const answerSchema = v.tuple([v.object({ 'QUERY PLAN': v.tuple([v.object({ Plan: planSchema })]) })]);

/** Opens a database of PostgreSQL that can explain its queries. */
export function openExplained(url: string) {
  const pool = new Pool({ connectionString: url });
  let queries: { readonly query: string; readonly parameters: readonly unknown[] }[] = [];
  const logger = { logQuery: (query: string, parameters: unknown[]) => queries.push({ query, parameters }) };

  /** Runs a query again, without effect. */
  async function explain(query: string, parameters: readonly unknown[]): Promise<PlanNode[]> {
    const client = await pool.connect();
    try {
      await client.query('begin');
      const { rows } = await client.query(`explain (analyze, format json) ${query}`, [...parameters]);
      return listNodes(v.parse(answerSchema, rows)[0]['QUERY PLAN'][0].Plan);
    } finally {
      await client.query('rollback');
      client.release();
    }
  }

  return {
    pool,
    database: drizzle(pool, { logger }),
    /** Runs the work, and then explains each of its queries. */
    explainQueries: async (work: () => Promise<unknown>) => {
      queries = [];
      await work();
      const made = queries.filter(({ query }) => /^(select|update|delete)/.test(query));
      const explained: { readonly query: string; readonly nodes: PlanNode[] }[] = [];
      for (const { query, parameters } of made) explained.push({ query, nodes: await explain(query, parameters) });
      return explained;
    },
  };
}

function listNodes(plan: PlanNode): PlanNode[] {
  return [plan, ...(plan.Plans ?? []).flatMap(listNodes)];
}
