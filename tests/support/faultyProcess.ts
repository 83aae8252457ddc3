import { watchProcess } from '../../main/src/hosts/processFaults.ts'
import { createLogger } from '../../main/src/lib/logger.ts'

// A process of a host with faults that nobody catches, for the test of what becomes of it.
watchProcess({
  logger: createLogger({ level: 'error' }),
  showMessage: (sentence) => process.stdout.write(`${sentence}\n`),
  exit: (code) => process.exit(code),
  language: () => (process.argv[3] === 'en' ? 'en' : 'zh'),
})
const reject = () => void Promise.reject(new TypeError('林远把密码 sk-live-123456 写在信里'))
for (let n = 0; n < 3; n += 1) reject()
setTimeout(() => {
  process.stdout.write('still here\n')
  if (process.argv[2] === 'throw') throw new RangeError('雾港的秘密 sk-live-123456')
}, 20)
