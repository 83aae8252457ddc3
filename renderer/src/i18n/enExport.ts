/** Words of the book's export. */
export const bookExport = {
  open: 'Export the book',
  title: 'Export the book',
  close: 'Close export',
  about:
    'Writes the whole book, or the chapters you choose, into one file, saved where you choose. The manuscript stays as it is.',
  format: 'Format',
  formats: {
    docx: 'Manuscript, as a Word document (.docx)',
    paperback: 'Printed book, as a Word document (.docx)',
    rtf: 'Rich text (.rtf)',
    scrivener: 'Scrivener 3 project (.zip)',
    epub: 'E-book (.epub)',
    txt: 'Plain text, one file (.txt)',
    chapters: 'Plain text, a file per chapter (.zip)',
    markdown: 'Markdown (.md)',
    html: 'Web page (.html)',
  },
  cover: 'A cover.jpg or cover.png in the folder of the work is the cover.',
  layout: 'Paragraphs',
  layouts: {
    indented: 'First line indented by two full-width spaces',
    spaced: 'Indented, with blank lines between (web novel sites)',
    plain: 'Not indented, with blank lines between',
  },
  start: 'Export',
  working: 'Exporting…',
  done: 'Exported {{n}} chapters: {{file}}',
}
