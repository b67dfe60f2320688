import type { ClashReport, ReportClash } from "../../../src/reports/clash-report.ts";
import { writeCsv } from "../../../src/reports/csv.ts";
import { jsonPieces } from "../../../src/reports/json.ts";
import type { PageData } from "../../../src/reports/packed-scene.ts";
import { nameOfFile } from "../format.ts";
import type { ReviewStore } from "./review-store.ts";
import { downloadFile } from "./save-file.ts";

export type ExportFormat = "csv" | "json";

/** The clashes of the list, in its order, as a file that abut could have written. */
export function exportList(
  data: PageData,
  order: readonly number[],
  reviews: ReviewStore,
  format: ExportFormat,
): void {
  const report = listedReport(data, order, reviews);
  const name = `${nameOfFile(data.report.inputs[0]?.file ?? "clashes")}.clashes.${format}`;
  if (format === "csv") downloadFile(name, "text/csv", [writeCsv({ ...report, baseline: null })]);
  else downloadFile(name, "application/json", [...jsonPieces(report)]);
}

/**
 * The report with the listed clashes only. The page has curves in f32 for drawing, not the report's, so the clashes come without
 * curves and say so.
 */
function listedReport(
  { report, scene }: PageData,
  order: readonly number[],
  reviews: ReviewStore,
): ClashReport {
  const place = new Map(order.map((clash, i) => [clash, i]));
  const clashes = order.map((clash): ReportClash => {
    const { status, assignee, note, comments } = reviews.entryOf(clash);
    const { review, ...rest } = report.clashes[clash];
    const comment = comments?.at(-1)?.text;
    const isReviewed = review !== undefined || reviews.unsaved().length > 0;
    return {
      ...rest,
      curves: [],
      curvesTruncated: rest.curvesTruncated || scene.curves[clash].length > 0,
      ...(isReviewed && {
        review: {
          status,
          ...(assignee !== undefined && { assignee }),
          ...(comment !== undefined && { comment }),
          ...(note !== undefined && { note }),
        },
      }),
    };
  });
  const groups = report.groups
    .map((group) => ({
      ...group,
      clashes: group.clashes
        .filter((clash) => place.has(clash))
        .map((clash) => place.get(clash)!)
        .sort((i, j) => i - j),
    }))
    .filter((group) => group.clashes.length > 0);
  const unlisted = report.clashes.length - order.length + (report.truncated?.unlisted ?? 0);
  const truncated = unlisted === 0 ? null : { unlisted, limit: order.length };
  return { ...report, clashes, groups, truncated };
}
