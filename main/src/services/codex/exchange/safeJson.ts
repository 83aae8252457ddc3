import { excessOfJson } from '../../../lib/bounds.ts'
import { decodeUtf8 } from '../../../lib/textFile.ts'
import { broken, limits, tooLarge } from './limits.ts'

export type Json = null | boolean | number | string | readonly Json[] | JsonRecord
export interface JsonRecord {
  readonly [key: string]: Json
}

/** Keys that reach behind an object when it is copied carelessly; no format of the field uses them. */
const forbidden = new Set(['__proto__', 'constructor', 'prototype'])

/**
 * Parses JSON of strangers: bounded in bytes, depth and number of values before the parser runs, without
 * dangerous keys (their number is returned), with well-formed strings and finite numbers.
 * @throws AppError IMPORT_BROKEN (not UTF-8, not JSON, too deep), FILE_TOO_LARGE.
 */
export function parseJsonSafely(bytes: Uint8Array): { readonly value: Json; readonly droppedKeys: number } {
  if (bytes.length > limits.jsonBytes) throw tooLarge('这个文件里的文字超过 32 MB，没有导入。')
  const text = decodeUtf8(bytes)?.text
  if (text === undefined) throw broken('这个文件不是 UTF-8 编码的 JSON，没有导入。')
  const excess = excessOfJson(text, { maxDepth: limits.depth, maxValues: limits.jsonValues })
  if (excess?.over === 'depth') throw broken('这个文件嵌套得太深，没有导入。')
  if (excess) throw tooLarge('这个文件里的内容太多，没有导入。')
  let parsed: unknown
  try {
    parsed = JSON.parse(text)
  } catch (error) {
    throw broken('这个文件的 JSON 写法有误，没有导入。', error)
  }
  let droppedKeys = 0

  function clean(value: unknown): Json {
    if (typeof value === 'string') return value.toWellFormed()
    if (typeof value === 'number') return Number.isFinite(value) ? value + 0 : null
    if (typeof value !== 'object' || value === null) return typeof value === 'boolean' ? value : null
    if (Array.isArray(value)) return value.map(clean)
    const entries: [string, Json][] = []
    for (const [key, item] of Object.entries(value)) {
      if (forbidden.has(key)) droppedKeys += 1
      else entries.push([key.toWellFormed(), clean(item)])
    }
    return Object.fromEntries(entries)
  }

  return { value: clean(parsed), droppedKeys }
}

export function isRecord(value: Json | undefined): value is JsonRecord {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

export function isList(value: Json | undefined): value is readonly Json[] {
  return Array.isArray(value)
}

export const textOf = (value: Json | undefined): string => (typeof value === 'string' ? value : '')

/** The strings of a list; a single string is a comma list, as some programs write it. */
export function stringsOf(value: Json | undefined): readonly string[] {
  if (typeof value === 'string') return value.split(/[,，]/)
  return isList(value) ? value.filter((item) => typeof item === 'string') : []
}

export function without(record: JsonRecord, ...keys: readonly string[]): JsonRecord {
  return Object.fromEntries(Object.entries(record).filter(([key]) => !keys.includes(key)))
}

/** Null, empty and false say nothing. */
export function isNothing(value: Json | undefined): boolean {
  if (value === undefined || value === null || value === '' || value === false) return true
  if (isList(value)) return value.length === 0
  return isRecord(value) && Object.keys(value).length === 0
}
