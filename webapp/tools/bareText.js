import ts from 'typescript';

const nothing = ts.TypeFlags.Undefined | ts.TypeFlags.Null | ts.TypeFlags.Void | ts.TypeFlags.BooleanLike;
const text = ts.TypeFlags.StringLike | ts.TypeFlags.NumberLike;
const parts = (type) => (type.isUnion() ? type.types : [type]);

/** Each `<Trans>` has an element of its own: lib/i18n/Sentence.tsx. */
const isSentence = ({ openingElement }) => /^(Trans|Plural)$/.test(openingElement?.name.name ?? '');
const isBlank = (child) =>
  child.type === 'JSXText'
    ? child.value.trim() === ''
    : child.type === 'JSXExpressionContainer' &&
      (child.expression.type === 'JSXEmptyExpression' || String(child.expression.value ?? '.').trim() === '');

/**
 * Refuses a text beside other children that comes and goes, or that stands behind something that does. A browser that
 * translates the page puts its own nodes in the place of texts: then React cannot take the text away, or put anything
 * before it, and the page crashes. In an element of its own the text is safe.
 */
export const bareText = {
  meta: {
    type: 'problem',
    schema: [],
    messages: {
      bareText:
        'Put this text into an element, such as <span>: it comes and goes beside others, and a page that the browser translates crashes.',
    },
  },
  create(context) {
    const { program, esTreeNodeToTSNodeMap } = context.sourceCode.parserServices;
    const checker = program.getTypeChecker();

    const listTypes = ({ expression }) =>
      parts(checker.getTypeAtLocation(esTreeNodeToTSNodeMap.get(expression)));
    const isText = (types) => types.length > 0 && types.every(({ flags }) => flags & text);
    const report = (node) => context.report({ node, messageId: 'bareText' });

    /** True for a list with texts in it, such as the parts of a name of which some are marked. */
    const hasListedText = (child) =>
      child.type === 'JSXExpressionContainer' &&
      listTypes(child)
        .filter((type) => checker.isArrayType(type))
        .some((type) => parts(checker.getTypeArguments(type)[0]).some(({ flags }) => flags & text));

    /** Returns whether a child is nothing but text, and whether it comes and goes. */
    function classify(child) {
      if (child.type !== 'JSXExpressionContainer')
        return { isText: child.type === 'JSXText', comesAndGoes: false };
      const types = listTypes(child);
      const drawn = types.filter(({ flags }) => !(flags & nothing));
      return {
        isText: isText(drawn),
        comesAndGoes:
          drawn.length < types.length || /^(Logical|Conditional)Expression$/.test(child.expression.type),
      };
    }

    function check(node) {
      if (isSentence(node)) return;
      const children = node.children.filter((child) => !isBlank(child));
      children.filter(hasListedText).forEach(report);
      if (children.length < 2 && node.type !== 'JSXFragment') return;
      let isBehindChange = false;
      for (const child of children) {
        const { isText, comesAndGoes } = classify(child);
        if (isText && (comesAndGoes || isBehindChange)) report(child);
        isBehindChange ||= comesAndGoes;
      }
    }

    /** Refuses the text that a component returns: another answer of it would replace the text. */
    function checkReturn(node) {
      let owner = node.parent;
      while (owner && !/Function/.test(owner.type)) owner = owner.parent;
      if (!/^[A-Z]/.test(owner?.id?.name ?? '') || !node.argument) return;
      if (isText(listTypes({ expression: node.argument }).filter(({ flags }) => !(flags & nothing))))
        report(node);
    }

    return { JSXElement: check, JSXFragment: check, ReturnStatement: checkReturn };
  },
};
