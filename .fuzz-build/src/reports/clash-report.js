export const REPORT_VERSION = 1;
