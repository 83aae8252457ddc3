import { parseArgs } from 'node:util'
import { wrongUse } from '../../main/src/hosts/wrongUse.ts'

export interface StartOptions {
  /** The web host although Electron could be used. */
  readonly web: boolean
  /** Port of the web host; 0: a free one; undefined: the preferred one or a free one. */
  readonly port: number | undefined
  readonly data: string | undefined
  /** One line of JSON on stdout instead of sentences. */
  readonly json: boolean
}

/** Options of `npm start -- …`. Throws INVALID_ARGUMENT with one sentence. */
export function parseStartOptions(args: readonly string[]): StartOptions {
  const { web = false, port, data, json = false } = parse(args)
  if (port !== undefined && !(/^\d{1,5}$/.test(port) && Number(port) <= 65_535)) {
    throw wrongUse(
      `--port 要一个 0 到 65535 的数，不能是“${port}”。`,
      `--port is a number from 0 to 65535, not “${port}”.`,
    )
  }
  if (data === '') throw wrongUse('--data 后面要写一个文件夹。', '--data needs a folder.')
  return { web, port: port === undefined ? undefined : Number(port), data, json }
}

function parse(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      options: {
        web: { type: 'boolean' },
        port: { type: 'string' },
        data: { type: 'string' },
        json: { type: 'boolean' },
      },
    }).values
  } catch (cause) {
    throw wrongUse(
      '用法：npm start -- [--web] [--port 端口] [--data 文件夹] [--json]',
      'Usage: npm start -- [--web] [--port PORT] [--data DIR] [--json]',
      cause,
    )
  }
}
