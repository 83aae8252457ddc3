import { randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { extname } from 'node:path'
import { containedFile, cspHeader, isOwnOrigin, noncePlaceholder, securityHeaders } from '../security.ts'

const contentTypes: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
}

/** Answers `app://creonow/…` from the built renderer and from nowhere else. */
export function createRendererProtocol(
  rendererFolder: string,
): (request: { url: string }) => Promise<Response> {
  return async ({ url }) => {
    if (!isOwnOrigin(url)) return answer(403, '只提供 CreoNow 自己的页面。')
    const { pathname } = new URL(url)
    const file = await containedFile(
      rendererFolder,
      pathname === '/' || pathname === '' ? '/index.html' : pathname,
    )
    if (file === null) return answer(404, '没有这一页。')
    const type = contentTypes[extname(file)] ?? 'application/octet-stream'
    if (extname(file) !== '.html') return new Response(await readFile(file), { headers: headers(type) })
    const nonce = randomBytes(16).toString('base64')
    const html = (await readFile(file, 'utf8')).replaceAll(noncePlaceholder, nonce)
    return new Response(html, { headers: headers(type, nonce) })
  }
}

function answer(status: number, sentence: string): Response {
  return new Response(sentence, { status, headers: headers('text/plain; charset=utf-8') })
}

function headers(type: string, nonce?: string): Record<string, string> {
  return { ...securityHeaders(cspHeader({ nonce })), 'content-type': type, 'cache-control': 'no-store' }
}
