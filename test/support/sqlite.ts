/**
 * better-sqlite3 12, the last that runs on Node 20, breaks off under Node 24 when memory is collected. The service
 * refuses SQLite there, so the tests that need it skip themselves.
 */
export const sqliteRuns: boolean = Number(process.versions.node.split('.')[0]) < 24;
