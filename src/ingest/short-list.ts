/**
 * Adds to a list that most often stays at one; null is the empty list. One that begins empty takes room for seventeen
 * with its first member, and a mail is made of a dozen lists.
 */
export function added<Member>(list: Member[] | null, member: Member): Member[] {
  if (list === null) return [member];
  list.push(member);
  return list;
}
