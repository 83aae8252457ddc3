interface PageText {
  readonly title: string
  readonly text: string
}

/** The few pages the host writes itself, in both languages of the interface. */
const pages = {
  foreign: {
    zh: {
      title: '已拒绝',
      text: 'CreoNow 只接受本机浏览器用 localhost、127.0.0.1 或 [::1] 打开的页面发来的请求。',
    },
    en: {
      title: 'Refused',
      text: 'CreoNow only answers pages that a browser on this computer opened by localhost, 127.0.0.1 or [::1].',
    },
  },
  missing: {
    zh: { title: '没有这一页', text: '请回到 CreoNow 的首页。' },
    en: { title: 'No such page', text: 'Go back to the first page of CreoNow.' },
  },
  notBuilt: {
    zh: { title: '界面还没有构建', text: '请在项目文件夹里运行 npm start，它会先构建界面再打开。' },
    en: { title: 'The interface is not built yet', text: 'Run npm start in the folder of the project.' },
  },
  failed: {
    zh: { title: '出错了', text: 'CreoNow 没能回答这个请求，内容没有改动，详情已写入日志。' },
    en: {
      title: 'Something went wrong',
      text: 'CreoNow could not answer this request. Nothing was changed; the log has the details.',
    },
  },
} as const satisfies Record<string, Readonly<Record<'zh' | 'en', PageText>>>

export type PageName = keyof typeof pages

/**
 * A page in the first language that the browser accepts, English unless that is Chinese. Fixed text only: nothing from a
 * request is ever put into it.
 */
export function pageFor(name: PageName, accepted: string | undefined): string {
  const language = /^\s*zh\b/i.test(accepted ?? '') ? 'zh' : 'en'
  const { title, text } = pages[name][language]
  return `<!doctype html>
<html lang="${language === 'zh' ? 'zh-CN' : 'en'}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${title}</title></head>
<body><main><h1>${title}</h1><p>${text}</p></main></body>
</html>
`
}
