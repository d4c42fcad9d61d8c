import ts from 'typescript';

const nothing = ts.TypeFlags.Undefined | ts.TypeFlags.Null | ts.TypeFlags.Void | ts.TypeFlags.BooleanLike;
const text = ts.TypeFlags.StringLike | ts.TypeFlags.NumberLike;
const splitUnion = (type) => (type.isUnion() ? type.types : [type]);

/** Each `<Trans>` renders its own element: lib/i18n/Sentence.tsx. */
const isSentence = ({ openingElement }) => /^(Trans|Plural)$/.test(openingElement?.name.name ?? '');
const isBlank = (child) =>
  child.type === 'JSXText'
    ? child.value.trim() === ''
    : child.type === 'JSXExpressionContainer' &&
      (child.expression.type === 'JSXEmptyExpression' || String(child.expression.value ?? '.').trim() === '');

/**
 * Refuses a conditional text beside other children, and a text after a conditional child. A browser that translates the
 * page replaces texts with its own nodes. React then cannot remove the text or insert before it, and the page crashes.
 * A text in its own element is safe.
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
      splitUnion(checker.getTypeAtLocation(esTreeNodeToTSNodeMap.get(expression)));
    const isText = (types) => types.length > 0 && types.every(({ flags }) => flags & text);
    const report = (node) => context.report({ node, messageId: 'bareText' });

    /** Returns true for a list that contains texts, such as the parts of a highlighted name. */
    const hasListedText = (child) =>
      child.type === 'JSXExpressionContainer' &&
      listTypes(child)
        .filter((type) => checker.isArrayType(type))
        .some((type) => splitUnion(checker.getTypeArguments(type)[0]).some(({ flags }) => flags & text));

    /** Returns if a child is only text, and if it is conditional. */
    function classify(child) {
      if (child.type !== 'JSXExpressionContainer')
        return { isText: child.type === 'JSXText', isConditional: false };
      const types = listTypes(child);
      const drawn = types.filter(({ flags }) => !(flags & nothing));
      return {
        isText: isText(drawn),
        isConditional:
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
        const { isText, isConditional } = classify(child);
        if (isText && (isConditional || isBehindChange)) report(child);
        isBehindChange ||= isConditional;
      }
    }

    /** Refuses a bare text that a component returns, because a later render may replace it. */
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
