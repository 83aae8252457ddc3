import { resolve } from 'node:path'

/**
 * Lets every Node process that this one starts keep what it compiled of a file: the tests start the product hundreds
 * of times, and most of a start is stripping types and compiling. Node checks each file's content itself.
 */
export function shareCompiledCode(): void {
  process.env.NODE_COMPILE_CACHE ??= resolve(
    import.meta.dirname,
    '..',
    '..',
    'node_modules',
    '.cache',
    'creonow-compiled',
  )
}
