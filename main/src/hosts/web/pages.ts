/** The few pages the host writes itself. Fixed text only: nothing from a request is ever put into them. */
const page = (title: string, body: string, head = ''): string =>
  `<!doctype html>
<html lang="zh-CN">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width">${head}<title>${title}</title></head>
<body><main><h1>${title}</h1><p>${body}</p></main></body>
</html>
`

export const pages = {
  needsLink: page(
    '请用启动时给出的链接打开',
    '这个浏览器还没有进入 CreoNow，请打开终端里 npm start 打印的那个链接；链接只能用一次，重新启动会得到新的。',
  ),
  foreign: page('已拒绝', 'CreoNow 只接受本机浏览器用 localhost、127.0.0.1 或 [::1] 打开的页面发来的请求。'),
  notFound: page('没有这一页', '请回到 CreoNow 的首页。'),
  notBuilt: page('界面还没有构建', '请在项目文件夹里运行 npm start，它会先构建界面再打开。'),
  failed: page('出错了', 'CreoNow 没能回答这个请求，内容没有改动，详情已写入日志。'),
  /** Sent when the link was followed from another site: only a step of our own carries the strict cookie. */
  enter: page(
    '正在进入 CreoNow',
    '<a href="/">没有自动进入时请点这里</a>',
    '<meta http-equiv="refresh" content="0;url=/">',
  ),
} as const
