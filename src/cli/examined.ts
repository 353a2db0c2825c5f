/** What was found of one thing: `ailments` is empty where all is well, and each of them says what to do. */
export interface Examined {
  readonly what: string;
  readonly ailments: readonly string[];
  /** Worth knowing, and no reason not to start. */
  readonly notes: readonly string[];
}

/** What is looked at, in the order it is told. */
export type Check = readonly [what: string, look: () => Promise<Findings>];

export interface Findings {
  readonly ailments?: readonly string[];
  readonly notes?: readonly string[];
}

/** A look that throws has found something too. */
export async function examine([what, look]: Check): Promise<Examined> {
  try {
    const { ailments = [], notes = [] } = await look();
    return { what, ailments, notes };
  } catch (error) {
    return { what, ailments: [error instanceof Error ? error.message : String(error)], notes: [] };
  }
}

export function examinedText({ what, ailments, notes }: Examined): string {
  const lines = [
    ...ailments.map((ailment) => `FAILS  ${what}: ${ailment}`),
    ...(ailments.length === 0 ? [`ok     ${what}`] : []),
    ...notes.map((note) => `note   ${what}: ${note}`),
  ];
  return lines.map((line) => `${line}\n`).join('');
}
