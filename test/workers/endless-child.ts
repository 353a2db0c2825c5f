process.once('message', () => {
  for (;;) {}
});
