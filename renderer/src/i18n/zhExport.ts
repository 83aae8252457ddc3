/** Words of the book's export. */
export const bookExport = {
  open: '导出全书',
  title: '导出全书',
  close: '关闭导出',
  about: '把整本书，或者选中的几章，写成一个文件，保存到您选的地方。原稿不会改动。',
  format: '格式',
  formats: {
    docx: '投稿稿件，Word 文档（.docx）',
    paperback: '印成书的样子，Word 文档（.docx）',
    rtf: '富文本（.rtf）',
    scrivener: 'Scrivener 3 项目（.zip）',
    epub: '电子书（.epub）',
    txt: '纯文本，一个文件（.txt）',
    chapters: '纯文本，每章一个（.zip）',
    markdown: 'Markdown（.md）',
    html: '网页（.html）',
  },
  cover: '作品文件夹里的 cover.jpg 或 cover.png 是封面。',
  layout: '段落',
  layouts: {
    indented: '首行空两格',
    spaced: '空两格，段间空行（网文平台）',
    plain: '不空格，段间空行',
  },
  start: '导出',
  working: '正在导出…',
  done: '已导出 {{n}} 篇：{{file}}',
} as const
