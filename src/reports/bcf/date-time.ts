// Dates of BCF are xs:dateTime. XML Schema has no year 0, and no zone beyond 14 hours.
const DATE_TIME =
  /^(?!0000)\d{4}-\d\d-\d\dT(?:(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d(?:\.\d+)?|24:00:00(?:\.0+)?)(?:Z|[+-](?:0\d|1[0-3]):[0-5]\d|[+-]14:00)?$/;
const DAY = /^\d{4}-\d\d-\d\d$/;
const ZONE = /(?:Z|[+-]\d\d:\d\d)$/;

/** The text as an xs:dateTime, where it is one or a day, which becomes the day's first moment in UTC; else null. */
export function dateTimeOf(text: string): string | null {
  const whole = DAY.test(text) ? `${text}T00:00:00Z` : text;
  return Number.isNaN(timeOf(whole)) ? null : whole;
}

/** Milliseconds of an xs:dateTime; one without a zone is taken as UTC. NaN for other texts. */
export function timeOf(text: string): number {
  if (!DATE_TIME.test(text)) return Number.NaN;
  const [year, month, day] = text.slice(0, 10).split("-").map(Number) as [number, number, number];
  // `Date` alone would accept February 30 as March 2. Days repeat every 400 years, and `Date.UTC` takes 99 for 1999.
  if (new Date(Date.UTC(2000 + (year % 400), month - 1, day)).getUTCDate() !== day) return Number.NaN;
  return Date.parse(ZONE.test(text.slice(10)) ? text : `${text}Z`);
}

export function hasZone(dateTime: string): boolean {
  return ZONE.test(dateTime.slice(10));
}
