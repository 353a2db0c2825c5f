/** The units every quantity is converted to, once. Bits and bytes are kept apart: MB is not 8 Mb on paper. */
export type BaseUnit = 'bit/s' | 'B/s' | 's' | '1/s' | '%' | '1' | 'B';
