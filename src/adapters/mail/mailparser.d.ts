/** The part of mailparser's interface that we call; the package brings no types. */
declare module 'mailparser' {
  interface ParsedMailbox {
    readonly address?: string;
    readonly name: string;
    readonly group?: readonly ParsedMailbox[];
  }

  interface ParsedMail {
    readonly text?: string;
    readonly to?: { readonly value: readonly ParsedMailbox[] };
    readonly attachments: readonly {
      readonly filename?: string;
      readonly contentType: string;
      readonly content: Uint8Array;
    }[];
  }

  export function simpleParser(
    source: Uint8Array | string,
    options: Readonly<Record<string, boolean>>,
  ): Promise<ParsedMail>;
}
