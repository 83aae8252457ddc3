import { parseArgs } from 'node:util'
import { AppError } from '../../main/src/lib/appError.ts'

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
    throw new AppError('INVALID_ARGUMENT', `--port 要一个 0 到 65535 的数，不能是“${port}”。`)
  }
  if (data === '') throw new AppError('INVALID_ARGUMENT', '--data 后面要写一个文件夹。')
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
    const usage = '用法：npm start -- [--web] [--port 端口] [--data 文件夹] [--json]'
    throw new AppError('INVALID_ARGUMENT', usage, { cause })
  }
}
