/** `find`, that rejects with a `TimeoutError` when its answer is later than `timeoutMs`. */
export function withTimeout<T>(
  find: (text: string) => Promise<T>,
  timeoutMs: number,
): (text: string) => Promise<T> {
  return (text) =>
    new Promise((resolve, reject) => {
      const rejectTimedOut = () => reject(new DOMException('late', 'TimeoutError'))
      const timer = setTimeout(rejectTimedOut, timeoutMs)
      find(text)
        .then(resolve, reject)
        .finally(() => clearTimeout(timer))
    })
}
