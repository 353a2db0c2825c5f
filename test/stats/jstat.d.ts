/** The part of jstat that the tests use as an oracle; the package has no types of its own. */
declare module 'jstat' {
  const jstat: {
    readonly normal: { cdf(x: number, mean: number, sd: number): number };
    readonly studentt: { cdf(t: number, df: number): number };
    ibeta(x: number, a: number, b: number): number;
    gammaln(x: number): number;
  };
  export = jstat;
}
