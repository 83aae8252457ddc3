import { realpath, stat } from 'node:fs/promises'
import { join, resolve, sep } from 'node:path'

/** The one origin of the renderer inside Electron. */
export const appScheme = 'app'
export const appOrigin = `${appScheme}://creonow`

/** Placeholder in index.html for the nonce of the response. */
export const noncePlaceholder = '__CSP_NONCE__'

export interface CspOptions {
  /** Lets CodeMirror's injected style sheet in; fresh for every response. */
  readonly nonce?: string | undefined
  /** The development server's origin, `http://localhost:5173`; never set in a built app. */
  readonly devOrigin?: string | undefined
}

/** The Content-Security-Policy of both hosts: nothing from elsewhere, no eval, no inline code. */
export function cspHeader({ nonce, devOrigin }: CspOptions = {}): string {
  const dev = devOrigin ? [devOrigin] : []
  const devSocket = devOrigin ? [devOrigin, devOrigin.replace(/^http/, 'ws')] : []
  const directives: readonly (readonly string[])[] = [
    ['default-src', "'none'"],
    ['script-src', "'self'", ...dev],
    ['style-src', "'self'", ...(nonce ? [`'nonce-${nonce}'`] : []), ...dev],
    ['img-src', "'self'", 'data:', ...dev],
    ['font-src', "'self'", ...dev],
    ['connect-src', "'self'", ...devSocket],
    ['base-uri', "'none'"],
    ['form-action', "'none'"],
    ['frame-ancestors', "'none'"],
  ]
  return directives.map((parts) => parts.join(' ')).join('; ')
}

/** Headers of every response of both hosts, HTML or not. */
export function securityHeaders(csp: string): Record<string, string> {
  return {
    'content-security-policy': csp,
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
  }
}

/** The parts of Electron's WebFrameMain that decide whether a message may be answered. */
export interface SenderFrame {
  readonly url: string
  readonly parent: unknown
}

/**
 * True for the top frame of exactly our origin. A missing frame (it can be null after a navigation), a
 * sub-frame, an empty URL and about:blank are refused.
 */
export function isTrustedSender(frame: SenderFrame | null | undefined, devOrigin?: string): boolean {
  return frame != null && frame.parent === null && isOwnOrigin(frame.url, devOrigin)
}

/** True when the URL belongs to the renderer itself. */
export function isOwnOrigin(url: string, devOrigin?: string): boolean {
  const parsed = URL.parse(url)
  if (!parsed) return false
  // Non-special schemes have the opaque origin "null", so the app's own is put together by hand.
  if (parsed.protocol === `${appScheme}:`) return `${appScheme}://${parsed.host}` === appOrigin
  return devOrigin !== undefined && parsed.origin === devOrigin
}

/** `Host` of a request to a loopback server: the name must be ours, the port may be a forwarded one. */
export function isLocalHost(host: string | undefined): boolean {
  return host !== undefined && /^(?:localhost|127\.0\.0\.1|\[::1\])(?::\d{1,5})?$/i.test(host)
}

/**
 * The real path of the file a URL path names inside `root`, or null: outside, missing or not a file.
 * Real paths are compared, so neither `..`, nor an encoded slash, nor a symbolic link gets out.
 */
export async function containedFile(root: string, urlPath: string): Promise<string | null> {
  const relative = decodePath(urlPath)
  if (relative === null) return null
  try {
    const realRoot = await realpath(root)
    const real = await realpath(resolve(join(realRoot, relative)))
    if (!real.startsWith(realRoot + sep)) return null
    return (await stat(real)).isFile() ? real : null
  } catch {
    // Missing, a loop of links or unreadable: the same 404 for all, so that nothing can be probed.
    return null
  }
}

function decodePath(urlPath: string): string | null {
  try {
    const decoded = decodeURIComponent(urlPath)
    return /[\0\\]/.test(decoded) ? null : decoded
  } catch {
    return null
  }
}
