import * as http from 'node:http'
import type { Logger } from './logger.ts'

/** Services on this computer are asked without one. */
const localNames = ['localhost', '127.0.0.1', '[::1]', '::1']

/**
 * From now on requests leave by the proxy that HTTPS_PROXY, HTTP_PROXY and NO_PROXY name, in capitals or small letters;
 * without any, and for what cannot be understood, nothing changes. Returns what undoes it.
 */
export function setProxyFrom(
  environment: Readonly<Record<string, string | undefined>>,
  logger: Pick<Logger, 'warn'>,
): () => void {
  const settingOf = (name: string) => environment[name.toLowerCase()] || environment[name]
  const [forHttp, forTls] = [settingOf('HTTP_PROXY'), settingOf('HTTPS_PROXY')]
  // The Node inside of Electron may be older than this function.
  if ((!forHttp && !forTls) || !('setGlobalProxyFromEnv' in http)) return () => undefined
  const direct = settingOf('NO_PROXY')
  if (direct?.trim() === '*') return () => undefined
  try {
    return http.setGlobalProxyFromEnv({
      ...(forHttp && { HTTP_PROXY: forHttp }),
      ...(forTls && { HTTPS_PROXY: forTls }),
      NO_PROXY: [direct, ...localNames].filter(Boolean).join(','),
    })
  } catch (error) {
    const cause = error instanceof Error ? error.name : 'unknown'
    logger.warn({ cause }, 'the proxy of the environment cannot be understood and is not used')
    return () => undefined
  }
}
