import { reportJsonSchema } from '../report.ts';
import { toJson, writeResult } from './output.ts';

export function printSchema(): void {
  writeResult(toJson(reportJsonSchema()), undefined);
}
