/**
 * Joins the soft line breaks of a format=flowed body and takes the stuffed blank off, so that a diff is whole again.
 * Lines of different quote depth are never joined, and the signature mark "-- " stays as it is.
 * Source: RFC 3676 sections 4.1 to 4.5.
 */
export function unflow(body: string, delSp: boolean): string {
  const lines: string[] = [];
  let pending: { marks: string; text: string } | null = null;
  for (const line of body.split('\n')) {
    const depth = markCount(line);
    const marks = line.slice(0, depth);
    const content = line.startsWith(' ', depth) ? line.slice(depth + 1) : line.slice(depth);
    const isSignature = line.slice(depth) === '-- ' || content === '-- ';
    if (pending !== null && (pending.marks !== marks || isSignature)) {
      lines.push(written(pending.marks, pending.text));
      pending = null;
    }
    const text: string = (pending?.text ?? '') + (isSignature ? '-- ' : content);
    const flows = !isSignature && content.endsWith(' ');
    pending = flows ? { marks, text: delSp ? text.slice(0, -1) : text } : null;
    if (!flows) lines.push(written(marks, text));
  }
  if (pending !== null) lines.push(written(pending.marks, pending.text));
  return lines.join('\n');
}

function markCount(line: string): number {
  let count = 0;
  while (line.charCodeAt(count) === 62) count++;
  return count;
}

function written(marks: string, text: string): string {
  return marks === '' || text === '' ? marks + text : `${marks} ${text}`;
}
