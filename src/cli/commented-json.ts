/** A line for each key, by its path: "caps.postsPerHour". */
export type Notes = Readonly<Record<string, string>>;

/** JSON with a comment above each key that has a note; read again, it is the same value. */
export function commentedJson(value: object, head: string, notes: Notes): string {
  return `// ${head}\n${objectText(value, { notes, path: '', indent: '' })}\n`;
}

interface Place {
  readonly notes: Notes;
  readonly path: string;
  readonly indent: string;
}

function objectText(value: object, place: Place): string {
  const inner = `${place.indent}  `;
  const lines = Object.entries(value).map(([key, held]: [string, unknown], index, all) => {
    const path = place.path === '' ? key : `${place.path}.${key}`;
    const note = place.notes[path];
    const comma = index < all.length - 1 ? ',' : '';
    const above = note === undefined ? '' : `${inner}// ${note}\n`;
    return `${above}${inner}${JSON.stringify(key)}: ${valueText(held, { ...place, path, indent: inner })}${comma}`;
  });
  return lines.length === 0 ? '{}' : `{\n${lines.join('\n')}\n${place.indent}}`;
}

/** Depth is that of our own configuration. */
function valueText(value: unknown, place: Place): string {
  const isPlain = typeof value === 'object' && value !== null && !Array.isArray(value);
  return isPlain ? objectText(value, place) : JSON.stringify(value);
}
