import ts from 'typescript';

const literalOf = (node: ts.TypeNode | undefined): string[] =>
  node && ts.isLiteralTypeNode(node) && ts.isStringLiteral(node.literal) ? [node.literal.text] : [];

/** The `code` of every member of `type Problem = { code: 'a' … } | …`, as the compiler reads it. */
export function problemCodes(source: string): string[] {
  const file = ts.createSourceFile('problem.ts', source, ts.ScriptTarget.Latest);
  const problem = file.statements
    .filter(ts.isTypeAliasDeclaration)
    .find(({ name }) => name.text === 'Problem');
  const members = problem && ts.isUnionTypeNode(problem.type) ? problem.type.types : [];
  return [...members]
    .filter(ts.isTypeLiteralNode)
    .flatMap(({ members: fields }) => fields.filter(ts.isPropertySignature))
    .filter(({ name }) => ts.isIdentifier(name) && name.text === 'code')
    .flatMap(({ type }) => literalOf(type));
}
