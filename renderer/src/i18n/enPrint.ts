/** Words of printing. */
export const print = {
  title: 'Print or save as PDF',
  close: 'Close printing',
  about: 'A title page comes first, each chapter begins a page, and page numbers are at the foot.',
  first: 'From',
  last: 'To',
  start: 'Print…',
  startBrowser: 'Print or save as PDF…',
  pdf: 'Save as PDF',
  working: 'Setting the pages…',
  done: 'Given to the printer.',
  saved: 'The PDF is ready: {{file}}',
  cancelled: 'Nothing was printed.',
  backwards: 'The last chapter comes before the first.',
  by: 'by {{author}}',
} as const
