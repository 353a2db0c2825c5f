/** The faces of a report, as `--format` names them. */
export const FORMATS = ['text', 'json', 'mail', 'markdown', 'html', 'sarif', 'b4', 'patchwork'] as const;
export type Format = (typeof FORMATS)[number];
