import styles from 'ansi-styles';

export type Tone = 'bad' | 'unsure' | 'good' | 'plain' | 'quiet' | 'strong';

/** Puts a tone on text; a colourless paint gives the text back unchanged. */
export type Paint = (tone: Tone, text: string) => string;

const STYLE = {
  bad: styles.red,
  unsure: styles.yellow,
  good: styles.green,
  quiet: styles.gray,
  strong: styles.bold,
} as const;

/** Colour is decided outside: whether a terminal is there and NO_COLOR is unset is not for a pure stage to ask. */
export function paintWith(hasColour: boolean): Paint {
  return (tone, text) => {
    if (!hasColour || tone === 'plain') return text;
    return `${STYLE[tone].open}${text}${STYLE[tone].close}`;
  };
}
