process.once('message', () => {
  process.stderr.write(`${process.env['GIVEBACK_SECRET'] ?? 'none'}\n`, () => process.exit(0));
});
