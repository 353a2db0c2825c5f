import { type Claim, type Claims, isPraise } from './claims/claim.ts';
import { claimsItself, findClaims } from './claims/find-claims.ts';
import { type AuditedReportClaim, auditedClaim, reportFindings } from './compose-report.ts';
import type { Letter } from './ingest/letter.ts';
import { quoteDepth } from './ingest/quoting.ts';
import type { Report } from './report.ts';
import { collectSeries } from './series/collect-series.ts';
import type { Series } from './series/series.ts';
import type { Settings } from './settings.ts';
import { auditClaims } from './verdict/audit-claims.ts';

/** A series whose author claims performance, and what he claims. */
export interface ScannedSeries {
  readonly subject: string;
  readonly version: number;
  readonly total: number;
  readonly author: Report['series']['author'];
  readonly date: string | null;
  /** Of the cover letter, or else of the first patch. */
  readonly messageId: string | null;
  readonly changeId: string | null;
  /** At least one. */
  readonly claims: readonly AuditedReportClaim[];
  readonly findings: Report['findings'];
}

type ScanSettings = Pick<Settings, 'series' | 'claims' | 'verdict'>;

/**
 * The series of one thread whose own authors claim something, in patches, cover letters or their answers. What only a
 * reviewer or a quote says is no claim of the series; copies for stable kernels claim nothing anew. Most threads are
 * told by their letters one at a time and never put together.
 */
export function scanThread(letters: readonly Letter[], settings: ScanSettings): readonly ScannedSeries[] {
  if (!letters.some(mayBePatch)) return [];
  const posters = new Set(letters.filter((letter) => !isReply(letter)).map(senderOf));
  const told = letters.some((one) => posters.has(senderOf(one)) && claimsItself(one, settings.claims));
  if (!told) return [];
  return collectSeries(letters, settings.series).flatMap((series) => scanSeries(series, settings) ?? []);
}

function isReply({ subject }: Letter): boolean {
  return /^\s{0,4}(?:re|aw|sv|fwd?)\s{0,2}:/i.test(subject);
}

/** By its subject, or by a diff in it. A thread without one holds no series. */
function mayBePatch({ subject, text, attachments }: Letter): boolean {
  return (
    /\[[^\]]{0,80}(?:patch|rfc)/i.test(subject) ||
    text.includes('\n--- ') ||
    text.includes('\n+++ ') ||
    attachments.length > 0
  );
}

function senderOf({ from, key }: Letter): string {
  return from?.address?.toLowerCase() ?? from?.name ?? key;
}

function scanSeries(series: Series, settings: ScanSettings): ScannedSeries | null {
  if (!series.submission || series.patches.length === 0) return null;
  const read = ownClaims(findClaims(series, settings.claims).value, series);
  if (!read.claims.some(saysSomething)) return null;
  const audited = auditClaims(read, settings.verdict);
  const { subject, version, total, author, date, changeId, letters } = series;
  return {
    subject,
    version,
    total,
    author,
    date,
    messageId: letters[0]?.messageId ?? null,
    changeId,
    claims: read.claims.map((claim) => auditedClaim(claim, audited)),
    findings: reportFindings(audited),
  };
}

/**
 * Figures that are the same before and after, with no word about them, are some output that was shown for another reason.
 * Praise has no figure at all.
 */
function saysSomething(claim: Claim): boolean {
  if (isPraise(claim)) return false;
  const { before, after, deltaPercent, stated } = claim;
  const isPair = before !== null && after !== null;
  return !isPair || stated !== null || deltaPercent !== 0;
}

/** What the author wrote himself. */
function ownClaims(read: Claims, series: Series): Claims {
  const heads = series.letters.slice(0, series.patches.length + (series.coverLetter ? 1 : 0));
  const authors = new Set(heads.map(senderOf));
  const own = new Map(
    series.letters.filter((one) => authors.has(senderOf(one))).map((one) => [one.messageId, one]),
  );
  const isOwn = ({ where }: Claim): boolean => {
    const line = own.get(where.messageId)?.text.split('\n')[where.line - 1];
    return line !== undefined && quoteDepth(line) === 0;
  };
  return {
    ...read,
    claims: read.claims.filter(isOwn),
    findings: read.findings.filter(aboutKept(read, isOwn)),
  };
}

function aboutKept({ claims }: Claims, isOwn: (claim: Claim) => boolean) {
  const kept = new Set(claims.filter(isOwn).map(({ id }) => id));
  return (finding: Claims['findings'][number]): boolean => finding.claims.every((id) => kept.has(id));
}
