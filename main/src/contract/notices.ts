import { z } from 'zod'
import {
  type FileFault,
  faultParams,
  type Notice,
  type ParamKind,
  type Reason,
  reasonParams,
  warningParams,
} from './warnings.ts'

const text = z.string().max(2000)
/** Notices beside an answer that has room for a few of them. */
const maxNotices = 10

function paramSchema(kind: ParamKind): z.ZodType {
  if (typeof kind !== 'string') return z.enum(kind)
  if (kind === 'fault') return fileFault
  return { text, texts: z.array(text).max(100), number: z.number(), flag: z.boolean() }[kind]
}

/**
 * One schema for all codes of a declaration: an unknown code, a missing or an extra parameter is refused. `beside`:
 * fields that stand beside code and parameters, whatever the code.
 */
export function codedSchema(
  declared: Readonly<Record<string, Readonly<Record<string, ParamKind>>>>,
  sharedFields: z.ZodRawShape = {},
) {
  const options = Object.entries(declared).map(([code, params]) =>
    z.strictObject({
      ...sharedFields,
      code: z.literal(code),
      params: z.strictObject(
        Object.fromEntries(Object.entries(params).map(([name, kind]) => [name, paramSchema(kind)])),
      ),
    }),
  )
  const [first, ...rest] = options
  if (!first) throw new TypeError('a declaration has at least one code')
  return z.discriminatedUnion('code', [first, ...rest])
}

const place = z.strictObject({ line: z.int().min(1), column: z.int().min(1) })
// The types are computed from the very declarations the schemas are built from, which zod cannot follow.
export const fileFault = codedSchema(faultParams, {
  at: place.exactOptional(),
}) as unknown as z.ZodType<FileFault>
export const notice = codedSchema(warningParams) as unknown as z.ZodType<Notice>
export const reason = codedSchema(reasonParams) as unknown as z.ZodType<Reason>

/** Only when something is to be said beside the answer: as sentences, and as codes that people read translations of. */
export const noticeFields = {
  warnings: z.array(text).max(maxNotices).exactOptional(),
  notices: z.array(notice).max(maxNotices).exactOptional(),
}
