/** How much of one document is read. Every bound is met by real list mail with room to spare. */
export interface IngestLimits {
  /** A document as it comes: 50 times the largest thread of the linux-usb archive. */
  readonly documentBytesMax: number;
  readonly inflatedBytesMax: number;
  readonly letterBytesMax: number;
  readonly lineCharactersMax: number;
  readonly headerBytesMax: number;
  readonly headerFieldsMax: number;
  readonly addressesMax: number;
  readonly referencesMax: number;
  readonly lettersMax: number;
  readonly filesMax: number;
  readonly mimeDepthMax: number;
  readonly mimePartsMax: number;
  /** A Date that lies further behind the day of arrival, and in a later year, is a clock that is wrong. */
  readonly dateAheadDaysMax: number;
}
