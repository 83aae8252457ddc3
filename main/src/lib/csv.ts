/**
 * A table as CSV by RFC 4180; the byte order mark tells a spreadsheet that it is UTF-8. A spreadsheet runs what begins
 * like a formula, unless an apostrophe stands before it (OWASP, CSV injection).
 */
export const csvTable = (rows: readonly (readonly string[])[]): string =>
  `\uFEFF${rows.map((row) => `${row.map(cell).join(',')}\r\n`).join('')}`

function cell(text: string): string {
  const harmless = /^[=+\-@＝＋－＠\t\r\n]/.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless
}
