// A service worker with one task: a page opened while no host runs says so, and that unsaved text is safe.
// It keeps no page and no text; whatever the network answers goes through as it is.
const words = navigator.language.startsWith('zh')
  ? {
      lang: 'zh-CN',
      title: 'CreoNow 没有在运行',
      text: '请重新启动 CreoNow；它一回来，这一页会自己打开。',
      safe: '没有存盘的字加密留在这个浏览器里，CreoNow 回来以后，会再拿出来给您看。',
    }
  : {
      lang: 'en',
      title: 'CreoNow is not running',
      text: 'Start CreoNow again; this page opens by itself when it is back.',
      safe: 'Text that was not saved stays in this browser, encrypted. It is shown again when CreoNow is back.',
    }
const page = `<!doctype html>
<html lang="${words.lang}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark">
<meta http-equiv="refresh" content="3"><title>${words.title}</title>
<style nonce="offline">
main { max-width: 560px; margin: 0 auto; padding: 18vh 24px 48px; font: 14px / 22px system-ui, sans-serif }
h1 { font: 600 26px / 1.5 "Noto Serif CJK SC", "Songti SC", SimSun, serif }
</style></head>
<body><main><h1>${words.title}</h1><p>${words.text}</p><p>${words.safe}</p></main></body>
</html>
`
const headers = {
  'content-type': 'text/html; charset=utf-8',
  // The page is the same every time and holds nothing from elsewhere, so its nonce need not be secret.
  'content-security-policy': "default-src 'none'; style-src 'nonce-offline'; frame-ancestors 'none'",
}

self.addEventListener('install', () => self.skipWaiting())
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()))
self.addEventListener('fetch', (event) => {
  if (event.request.mode !== 'navigate') return
  event.respondWith(fetch(event.request).catch(() => new Response(page, { status: 503, headers })))
})
