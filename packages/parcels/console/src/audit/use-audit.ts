import { type AuditRecord, auditRecordListSchema } from '@portico/contract/administration';
import type { OperatorClient, Query } from '../request/operator-client';
import { useReadPages } from '../request/use-read';

const pageSize = 100;
const exportPageSize = 500;

/** Maximum number of records in an export, so that the tab keeps them in its memory. */
export const exportMax = 50_000;

const after = (last: AuditRecord | undefined): Query => (last ? { until: last.at, before: last.id } : {});

/** Fetches records page by page, the newest first. */
export function useAudit(path: string, query: Query) {
  return useReadPages(path, auditRecordListSchema, { ...query, newest: true, limit: pageSize }, (records) => ({
    items: records,
    next: records.length < pageSize ? undefined : after(records.at(-1)),
  }));
}

/** Fetches the records of a query, at most `exportMax`. */
export async function readAll({ sendFor }: OperatorClient, path: string, query: Query): Promise<AuditRecord[]> {
  const records: AuditRecord[] = [];
  for (let size = exportPageSize; size === exportPageSize && records.length < exportMax; ) {
    const page = { ...query, newest: true, limit: exportPageSize, ...after(records.at(-1)) };
    const next = await sendFor(path, auditRecordListSchema, { query: page });
    records.push(...next);
    size = next.length;
  }
  return records;
}
