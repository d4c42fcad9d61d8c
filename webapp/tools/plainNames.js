import { readFileSync } from 'node:fs';

/** Verbs that begin the names of functions. Add one only if the field uses it so. */
const verbs = new Set(
  `accept activate add allow announce answer append apply ask assert attempt begin build calculate call can
  cancel capitalize catch change check choose clean clear click close collect compare complete compute configure
  confirm connect convert count create decide decline decode delete describe disconnect dispatch download draw
  drop empty encode end enter escape exchange expand expect expire export extend extract fail fetch fill filter
  find finish fix focus fold follow forbid forget format generate get give grant group halve handle has hash
  have hide highlight import include insert invite is join judge keep leave lift limit link list listen load
  lock log make map mark match measure merge move navigate needs normalize observe offer omit open order parse
  pass pause pick place poll preload prepare press print process propose prune put query rate read receive
  refresh refuse register release reload remember remove rename render renew reorder repeat replace report
  request resend reserve reset resolve restart restore resume retry retype reveal revoke round run sample
  sanitize save scan schedule scroll search select send serve set shorten should show sign simplify skip sleep
  sort split start stop store strip stub submit subscribe sum switch take tell throw tidy to toggle touch track
  transfer trim try turn type undo unfold unlink unlock unmount unsubscribe update upload use validate verify
  visit wait walk warn was watch withdraw wrap write`.split(/\s+/),
);

const glossary = readFileSync(new URL('../../docs/glossary.md', import.meta.url), 'utf8');

/** Splits a name into lower-case words: `hearOfMail` is `hear of mail`. */
const splitWords = (name) =>
  name
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .replace(/[_\W]+/g, ' ')
    .toLowerCase();

/** The words that a column of the glossary's table retires. */
function listRetired(column) {
  const rows = glossary.split('\n').filter((line) => line.startsWith('| '));
  const terms = rows.flatMap((row) =>
    [...(row.split('|')[column] ?? '').matchAll(/`([^`]+)`/g)].map(([, term]) => term),
  );
  return terms.filter((term) => !term.endsWith('_')).map(splitWords);
}

const matchWords = (words) => new RegExp(`\\b(?:${words.join('|')})\\b`);
const retired = matchWords(listRetired(3));
const retiredInNames = matchWords([...listRetired(3), ...listRetired(4)]);

const riddle = /^(?:What|Whose|Who|Whom|Whether|That|Where|Nobody|Somebody)\b/;
const getFirstWord = (name) => /^[a-z\d]+/.exec(name)?.[0] ?? '';

/** True for a name that says to what a thing belongs and not what a function does. */
const isDialect = (name) => /(?:Of|In|Words)$/.test(name) && !/^(?:is|has)[A-Z]|SignIn$/.test(name);

const isFunction = (node) => /^(?:ArrowFunction|Function)Expression$/.test(node?.type);

/**
 * Requires plain names, comments and test titles, as infrastructure/checks/words.py does for Python: functions of a module
 * start with a verb, nothing is a riddle, and no word is used that docs/glossary.md retires.
 */
export const plainNames = {
  meta: {
    type: 'suggestion',
    schema: [],
    messages: {
      dialect: '"{{name}}" says whose it is; say what the function does.',
      verb: '"{{name}}": start the name of a function with a verb.',
      riddle: '"{{name}}" opens a riddle; say what the thing is or does.',
      title: 'The title is a riddle; name the case and the result.',
      retired: '"{{name}}" is retired; see docs/glossary.md.',
    },
  },
  create(context) {
    const { sourceCode, filename } = context;
    const isTest = filename.includes('.test.');
    const report = (node, messageId, name) => context.report({ node, messageId, data: { name } });

    function checkRetired(node, name) {
      const [word] = retiredInNames.exec(splitWords(name)) ?? [];
      if (word) report(node, 'retired', word);
    }

    function checkText(node, text, messageId) {
      const [word] = retired.exec(splitWords(text)) ?? [];
      if (word) report(node, 'retired', word);
      const [opening] = riddle.exec(text.charAt(0).toUpperCase() + text.slice(1)) ?? [];
      if (opening) report(node, messageId, opening);
    }

    function checkFunction({ id }) {
      if (!/^[a-z]/.test(id.name)) return;
      if (isDialect(id.name)) report(id, 'dialect', id.name);
      // Tests name what they make: `line()`, `refusal()`.
      else if (!isTest && !verbs.has(getFirstWord(id.name))) report(id, 'verb', id.name);
    }

    return {
      ':matches(Program, ExportNamedDeclaration, ExportDefaultDeclaration) > FunctionDeclaration':
        checkFunction,
      ':matches(Program, ExportNamedDeclaration) > VariableDeclaration > VariableDeclarator'(node) {
        if (isFunction(node.init) && node.id.name) checkFunction(node);
      },
      ':matches(FunctionDeclaration, VariableDeclarator, ClassDeclaration, TSInterfaceDeclaration, TSTypeAliasDeclaration)'({
        id,
      }) {
        if (id?.name) checkRetired(id, id.name);
      },
      CallExpression({ callee, arguments: [title] }) {
        const called = callee.type === 'CallExpression' ? callee.callee : callee;
        const name = called.object?.object?.name ?? called.object?.name ?? called.name;
        if (/^(?:it|test|describe)$/.test(name) && typeof title?.value === 'string')
          checkText(title, title.value, 'title');
      },
      Program() {
        let last = null;
        for (const comment of sourceCode.getAllComments()) {
          const continues =
            comment.type === 'Line' &&
            last?.type === 'Line' &&
            last.loc.end.line === comment.loc.start.line - 1;
          last = comment;
          if (!continues) checkText(comment, comment.value.replace(/^[\s*]+/, ''), 'riddle');
          else if (retired.test(splitWords(comment.value))) checkText(comment, comment.value, 'riddle');
        }
      },
    };
  },
};
