// The rules that hold through any number of hops. Types are no imports here: they are gone when the code runs.
const { builtinModules } = require('node:module')
const { filesWithEffects, impureFiles, purePackages } = require('./effects.ts')
const { options } = require('../../.dependency-cruiser.cjs')

const pure = '^main/src/services/(context/core|sources|tokens|redaction)/'
const shared =
  '^main/src/contract/(bookLanguage|emptyEntry|errorCodes|frames|handshake|result|warnings|sentences/.*)[.]ts$'
const isOneOf = (paths) => (paths.length === 0 ? '^$' : `^(${paths.map(escaped).join('|')})$`)
const escaped = (text) => text.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&')

const node = `^(node:)?(${builtinModules.filter((name) => !name.startsWith('_')).join('|')})$`
const packages = `node_modules/(?!(${purePackages.join('|')})/)`
const effects = filesWithEffects('main/src')
const ban = (name, path, to) => ({ name, severity: 'error', from: { path }, to })

module.exports = {
  forbidden: [
    ban('pure-reaches-nothing', pure, {
      path: `${node}|${packages}|^main/src/(db|ipc|hosts|app|index)`,
      reachable: true,
    }),
    ban('pure-reaches-no-clock', pure, { path: isOneOf(effects), reachable: true }),
    {
      name: 'pure-names-no-clock',
      severity: 'error',
      module: {
        path: isOneOf(effects.filter((path) => new RegExp(pure).test(path))),
        numberOfDependentsLessThan: 100,
      },
      from: {},
    },
    ban('handlers-pure-lib-only', '^main/src/ipc/', { path: isOneOf(impureFiles('main/src/lib')) }),
    ban('front-reaches-shared-only', '^(preload|renderer)/', {
      path: '^main/|node_modules/zod/',
      pathNot: shared,
      reachable: true,
    }),
    ban('shared-reaches-nothing', shared, { path: '.', pathNot: shared, reachable: true }),
  ],
  options: { ...options, tsPreCompilationDeps: false },
}
