process.once('message', () => process.exit(7));
