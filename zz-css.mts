// In a checkout: npx tsx /work/aid/css.mts <file.tsx>…  turns static `const X = styled('tag')({...})` into a CSS module beside the file.
import fs from 'node:fs'; import path from 'node:path'; import { pathToFileURL } from 'node:url'; import { execFileSync } from 'node:child_process';
import { createRequire } from 'node:module';
const root = process.cwd(); const require = createRequire(root + '/package.json');
const ts = require('typescript'); const unitlessMod = require('@emotion/unitless'); const unitless: Record<string, number> = unitlessMod.default ?? unitlessMod;
const dry = process.env.DRY === '1'; let converted = 0, skipped: string[] = [];
const all = execFileSync('git', ['ls-files', 'src', 'e2e'], { encoding: 'utf8' }).split('\n').filter((f) => /\.tsx?$/.test(f));
const kebab = (s: string) => s.startsWith('--') ? s : s.replace(/^(Webkit|Moz|ms)([A-Z])/, '-$1$2').replace(/[A-Z]/g, (c) => '-' + c.toLowerCase()).replace(/^--/, '-');
const { type: typeRoles } = await import(pathToFileURL(path.resolve(all.find((f) => /(^|\/)ink\.ts$/.test(f))!)).href);
function matchRole(o: Record<string, unknown>): string | undefined {
  if (o.fontSize === undefined || o.lineHeight === undefined || o.fontFamily !== undefined) return undefined;
  for (const [name, r] of Object.entries(typeRoles as Record<string, Record<string, unknown>>)) {
    if (name === 'mono' || r.fontSize !== o.fontSize || r.lineHeight !== o.lineHeight) continue;
    if (r.fontWeight !== undefined && r.fontWeight !== o.fontWeight) continue;
    if (o.letterSpacing !== undefined && o.letterSpacing !== r.letterSpacing) continue;
    if (o.letterSpacing === undefined && r.letterSpacing !== 0 && name !== 'body') continue;
    for (const k of Object.keys(r)) delete o[k];
    return name;
  }
  return undefined;
}
class Skip extends Error {}
const sizeRole = new Map<number, string>(); const lineRole = new Map<string, string>();
for (const [k, r] of Object.entries(typeRoles as Record<string, any>)) { if (k === 'mono') continue; if (r.fontSize && !sizeRole.has(r.fontSize)) sizeRole.set(r.fontSize, k); if (r.lineHeight && !lineRole.has(r.lineHeight)) lineRole.set(r.lineHeight, k); }
lineRole.set('20px', 'body');
function value(prop: string, v: unknown): string { if (prop === 'fontSize') { const n = typeof v === 'number' ? v : Number(/^([\d.]+)px$/.exec(String(v))?.[1]); if (sizeRole.has(n)) return `var(--size-${sizeRole.get(n)})`; } if (prop === 'lineHeight' && lineRole.has(String(v))) return `var(--line-${lineRole.get(String(v))})`; if (typeof v === 'number') return v === 0 || prop.startsWith('--') || unitless[prop] ? String(v) : `${v}px`; if (typeof v !== 'string') throw new Skip('value of ' + prop); if (v.includes('_EMO_')) throw new Skip('keyframes'); return v; }
// Pass 1: classes that selectors name, and where they are written as literals.
const selectorClass = /\.(-?[a-zA-Z_][\w-]*)/g;
const literalsOf = (src: any): Map<string, any[]> => { const m = new Map<string, any[]>(); const inClass = (n: any): void => { if (ts.isStringLiteralLike(n)) { for (const w of n.text.split(/\s+/).filter(Boolean)) m.set(w, [...(m.get(w) ?? []), n]); } else if (ts.isBinaryExpression(n) && /==/.test(n.operatorToken.getText())) return; ts.forEachChild(n, inClass); }; const visit = (n: any): void => { if (ts.isJsxAttribute(n) && n.name.getText() === 'className' && n.initializer) inClass(n.initializer); ts.forEachChild(n, visit); }; visit(src); return m; };
const globals = new Set<string>(); const away = new Map<string, Set<string>>(); const aliasMap = Object.entries(JSON.parse(fs.readFileSync('package.json', 'utf8')).imports as Record<string, string>).map(([k, v]) => [k.slice(0, -1), v.slice(2, -1)] as const);
const globalsFor = (f: string, src: any): Set<string> => { const g = new Set(globals); for (const c of away.get(f) ?? []) g.add(c); for (const st of src.statements) if (ts.isImportDeclaration(st)) { const spec: string = st.moduleSpecifier.text; let t: string | undefined; if (spec.startsWith('.')) t = path.posix.normalize(path.posix.join(path.posix.dirname(f), spec)); else for (const [a, p] of aliasMap) if (spec.startsWith(a)) t = p + spec.slice(a.length); for (const c of (t && away.get(t)) || []) g.add(c); } return g; };
{ const e2eText = all.filter((f) => /^e2e|\.test\.|testing\//.test(f)).map((f) => fs.readFileSync(f, 'utf8')).join('\n');
  for (const f of all.filter((x) => /^src/.test(x) && !/\.test\./.test(x))) { const t = fs.readFileSync(f, 'utf8'); const src = ts.createSourceFile(f, t, ts.ScriptTarget.Latest, true, /x$/.test(f) ? ts.ScriptKind.TSX : ts.ScriptKind.TS); const lits = literalsOf(src);
    const visit = (n: any): void => { if ((ts.isPropertyAssignment(n)) && (ts.isStringLiteralLike(n.name) || ts.isComputedPropertyName(n.name))) for (const [, c] of n.name.getText().matchAll(selectorClass)) if (!lits.has(c!)) away.set(f, (away.get(f) ?? new Set()).add(c!)); if (ts.isStringLiteralLike(n) && /^[\w.#\s>:-]*\.[a-zA-Z]/.test(n.text) && !ts.isPropertyAssignment(n.parent) && /closest|querySelector|matches/.test(n.parent.getText().slice(0, 80))) for (const [, c] of n.text.matchAll(selectorClass)) globals.add(c!); ts.forEachChild(n, visit); }; if (/styled|css/.test(t)) visit(src); }
  for (const m of e2eText.matchAll(/['"`][^'"`\n]*?\.([a-z][\w-]*)[^'"`\n]*['"`]/g)) if (/locator|querySelector|closest|toHaveClass|matches/.test(e2eText.slice(Math.max(0, m.index! - 40), m.index!))) globals.add(m[1]!);
  for (const m of e2eText.matchAll(/toHaveClass\(['"]([\w -]+)['"]/g)) for (const w of m[1]!.split(' ')) globals.add(w); }
const camel = (c: string) => c.replace(/-(\w)/g, (_, x) => x.toUpperCase());
let selectorOf = (sel: string): string => sel;
function block(obj: Record<string, unknown>, pad: string): string {
  let out = '';
  for (const [k, v] of Object.entries(obj)) {
    if (v === undefined || v === null || v === false) continue;
    if (Array.isArray(v)) { for (const one of v) out += `${pad}${kebab(k)}: ${value(k, one)};\n`; continue; }
    if (typeof v === 'object') {
      if ('anim' in (v as object)) throw new Skip('keyframes');
      let sel = k.trim();
      if (!sel.startsWith('@')) sel = sel.split(/,(?![^(]*\))/).map((s) => s.trim()).map((s) => s.includes('&') ? s : s.startsWith(':') ? '&' + s : '& ' + s).join(', ');
      sel = selectorOf(sel);
      out += `${out ? '\n' : ''}${pad}${sel} {\n${block(v as Record<string, unknown>, pad + '  ')}${pad}}\n`; continue;
    }
    out += `${pad}${kebab(k)}: ${value(k, v)};\n`;
  }
  return out;
}
for (const file of process.argv.slice(2)) {
  const text = fs.readFileSync(file, 'utf8'); const src = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true, /x$/.test(file) ? ts.ScriptKind.TSX : ts.ScriptKind.TS);
  const consts = new Map<string, any>(); const imports = new Map<string, string>();
  for (const st of src.statements) {
    if (ts.isVariableStatement(st)) for (const d of st.declarationList.declarations) if (ts.isIdentifier(d.name)) consts.set(d.name.text, d);
    if (ts.isImportDeclaration(st) && st.importClause && !st.importClause.isTypeOnly) { const spec = st.moduleSpecifier.text; const c = st.importClause; if (c.name) imports.set(c.name.text, `import ${c.name.text} from '${spec}';`); if (c.namedBindings && ts.isNamedImports(c.namedBindings)) for (const e of c.namedBindings.elements) if (!e.isTypeOnly) imports.set(e.name.text, `import { ${e.propertyName ? e.propertyName.text + ' as ' : ''}${e.name.text} } from '${spec}';`); }
  }
  interface Found { name: string; tag: string | undefined; comp: string | undefined; obj: any; statement: any; own: boolean }
  const found: Found[] = [];
  for (const st of src.statements) {
    if (!ts.isVariableStatement(st) || st.declarationList.declarations.length !== 1) continue;
    const d = st.declarationList.declarations[0]; const init = d.initializer; if (!init || !ts.isCallExpression(init) || !ts.isCallExpression(init.expression) || init.expression.expression.getText() !== 'styled') continue;
    const name = d.name.getText(); const inner = init.expression; const arg = inner.arguments[0];
    const because = (why: string) => skipped.push(`${file} ${name}: ${why}`);
    if (inner.arguments.length > 1) { because('options'); continue; }
    if (init.typeArguments || inner.typeArguments) { because('type arguments'); continue; }
    if (init.arguments.length !== 1) { because('several objects'); continue; }
    if (/=>/.test(init.arguments[0].getText())) { because('function'); continue; }
    const exported = st.modifiers?.some((m: any) => m.kind === ts.SyntaxKind.ExportKeyword);
    if (exported) { const used = all.filter((f) => f !== file && new RegExp(`\\b${name}\\b`).test(fs.readFileSync(f, 'utf8')) && new RegExp(`/${path.basename(file)}'`).test(fs.readFileSync(f, 'utf8'))); if (used.length) { because('exported'); continue; } }
    let bad: string | undefined;
    const look = (n: any): void => { if (ts.isIdentifier(n) && n.text === name) { const p = n.parent; const ok = (ts.isVariableDeclaration(p) && p.name === n) || ts.isJsxOpeningElement(p) || ts.isJsxClosingElement(p) || ts.isJsxSelfClosingElement(p) || ts.isPropertyAssignment(p) && p.name === n || ts.isPropertyAccessExpression(p) && p.name === n || ts.isJsxAttribute(p); if (!ok) bad = 'used as a value: ' + p.getText().slice(0, 60); else if (ts.isJsxOpeningElement(p) || ts.isJsxSelfClosingElement(p)) for (const a of p.attributes.properties) { if (ts.isJsxSpreadAttribute(a)) bad = 'spread'; else if (a.name.getText() === 'as' && !(a.initializer && ts.isStringLiteral(a.initializer))) bad = 'as'; } } ts.forEachChild(n, look); };
    look(src); if (bad) { because(bad); continue; }
    const tag = ts.isStringLiteral(arg) ? arg.text : undefined;
    found.push({ name, tag, comp: tag ? undefined : arg.getText().replace(/<.*>$/s, ''), obj: init.arguments[0], statement: st, own: !tag });
  }
  if (!found.length) continue;
  // evaluate
  const needed = new Set<string>(); const need = (n: any): void => { if (ts.isIdentifier(n) && !(ts.isPropertyAccessExpression(n.parent) && n.parent.name === n) && !(ts.isPropertyAssignment(n.parent) && n.parent.name === n)) { const t = n.text; if (!needed.has(t) && (imports.has(t) || consts.has(t))) { needed.add(t); if (consts.has(t)) need(consts.get(t).initializer); } } ts.forEachChild(n, need); };
  const roles = new Map<Found, string[]>();
  const objText = (f: Found): string => !roles.has(f) ? f.obj.getText() : `{ ${f.obj.properties.filter((p: any) => !(ts.isSpreadAssignment(p) && /^type\.\w+$/.test(p.expression.getText()))).map((p: any) => p.getText()).join(', ')} }`;
  for (const f of found) need(f.obj);
  const tmp = path.join(path.dirname(file), `zz-css-${process.pid}-${path.basename(file)}`);
  const order = [...consts.keys()].filter((n) => needed.has(n));
  fs.writeFileSync(tmp, [...needed].filter((n) => imports.has(n)).map((n) => imports.get(n)).join('\n') + '\n' + order.map((n) => `const ${n} = ${consts.get(n).initializer.getText()};`).join('\n') + `\nexport const out = { ${found.map((f) => `${f.name}: (() => (${objText(f)}))`).join(',\n')} };\n`);
  let out: Record<string, () => Record<string, unknown>>;
  try { out = (await import(pathToFileURL(path.resolve(tmp)).href)).out; } catch (e) { skipped.push(`${file}: cannot evaluate: ${String(e).slice(0, 200)}`); continue; } finally { fs.rmSync(tmp); }
  const cssPath = file.replace(/\.tsx?$/, '.module.css'); let css = fs.existsSync(cssPath) ? fs.readFileSync(cssPath, 'utf8') : '';
  const edits: [number, number, string][] = []; let clsx = false; const literals = literalsOf(src); const usedLiterals = new Set<string>(); const taken = new Set(found.map((f) => f.name[0]!.toLowerCase() + f.name.slice(1)));
  const globalHere = globalsFor(file, src);
  const localName = (c: string) => taken.has(camel(c)) ? camel(c) + 'Part' : camel(c);
  selectorOf = (sel) => sel.replace(selectorClass, (whole, c: string) => { if (globalHere.has(c) || c.startsWith('Mui') || !literals.has(c)) return `:global(.${c})`; usedLiterals.add(c); return '.' + localName(c); }); const done: Found[] = [];
  for (const f of found) {
    const cls = f.name[0]!.toLowerCase() + f.name.slice(1);
    try { const objectOf = out[f.name]!(); const body = (roles.get(f) ?? []).map((r) => { let rel = path.posix.relative(path.posix.dirname(file), typePath); if (!rel.startsWith('.')) rel = './' + rel; return `  composes: ${r} from '${rel}';\n`; }).join('') + block(objectOf, '  '); const doc = ts.getLeadingCommentRanges(text, f.statement.pos)?.map((r: any) => text.slice(r.pos, r.end)).filter((c: string) => c.startsWith('/**')).at(-1);
      css += `${css ? '\n' : ''}${doc ? doc.replace(/^\/\*\*/, '/*') + '\n' : ''}.${cls}${f.own && !/^(Mui|RadioGroup|ToggleButton)/.test(f.comp!) ? '.' + cls : ''} {\n${body}}\n`; done.push(f); } catch (e) { if (e instanceof Skip) skipped.push(`${file} ${f.name}: ${e.message}`); else throw e; }
  }
  for (const f of done) {
    const cls = `css.${f.name[0]!.toLowerCase() + f.name.slice(1)}`;
    edits.push([f.statement.getFullStart(), f.statement.end, '']);
    const visit = (n: any): void => {
      if ((ts.isJsxOpeningElement(n) || ts.isJsxSelfClosingElement(n)) && n.tagName.getText() === f.name) {
        const attrs = n.attributes.properties; const as = attrs.find((a: any) => a.name?.getText() === 'as'); const cn = attrs.find((a: any) => a.name?.getText() === 'className');
        const tag = f.tag ? (as ? as.initializer.text : f.tag) : f.comp!;
        edits.push([n.tagName.getStart(), n.tagName.end, cn ? tag : `${tag} className={${cls}}`]);
        if (f.tag && as) edits.push([as.getFullStart(), as.end, '']);
        if (cn) { clsx = true; const e = ts.isStringLiteral(cn.initializer) ? cn.initializer.getText() : cn.initializer.expression.getText(); edits.push([cn.getStart(), cn.end, `className={clsx(${cls}, ${e})}`]); }
        if (ts.isJsxOpeningElement(n)) { const c = n.parent.closingElement; edits.push([c.tagName.getStart(), c.tagName.end, tag]); }
      }
      ts.forEachChild(n, visit);
    };
    visit(src); converted++;
  }
  if (!done.length) continue;
  const seenLit = new Set<any>();
  for (const c of usedLiterals) for (const lit of literals.get(c)!) { if (seenLit.has(lit)) continue; seenLit.add(lit);
    const inDone = done.some((f) => { let hit = false; const v = (n: any): void => { if (n === lit) hit = true; ts.forEachChild(n, v); }; v(f.statement); return hit; }); if (inDone) continue;
    const wordsOf = lit.text.split(/\s+/).filter(Boolean); const parts = wordsOf.map((w: string) => usedLiterals.has(w) ? `css.${localName(w)}` : `'${w}'`); let expr = parts.length === 1 ? parts[0] : `clsx(${parts.join(', ')})`; if (parts.length > 1) clsx = true;
    // the literal may lie inside a className that is being rewritten
    const outer = edits.find(([a, b]) => a <= lit.getStart() && b >= lit.end && b > a);
    if (outer) { outer[2] = outer[2].replace(lit.getText(), expr); continue; }
    edits.push([lit.getStart(), lit.end, ts.isJsxAttribute(lit.parent) ? `{${expr}}` : expr]); }
  let next = text; for (const [a, b, s] of edits.sort((x, y) => y[0] - x[0] || y[1] - x[1])) next = next.slice(0, a) + s + next.slice(b);
  // imports: remove unused, add css
  const s2 = ts.createSourceFile(file, next, ts.ScriptTarget.Latest, true, ts.ScriptKind.TSX); const ids = new Map<string, number>(); const count = (n: any): void => { if (ts.isIdentifier(n)) ids.set(n.text, (ids.get(n.text) ?? 0) + 1); ts.forEachChild(n, count); }; count(s2);
  const cut: [number, number, string][] = []; let lastImport = 0; const removable = new Set([...needed, 'styled']);
  // consts only used by styles
  for (const st of s2.statements) if (ts.isVariableStatement(st) && st.declarationList.declarations.length === 1 && order.includes(st.declarationList.declarations[0].name.getText()) && ids.get(st.declarationList.declarations[0].name.getText()) === 1 && !st.modifiers) { cut.push([st.getFullStart(), st.end, '']); const dec = (n: any): void => { if (ts.isIdentifier(n)) ids.set(n.text, ids.get(n.text)! - 1); ts.forEachChild(n, dec); }; dec(st); }
  for (const st of s2.statements) if (ts.isImportDeclaration(st)) { lastImport = Math.max(lastImport, st.end); const nb = st.importClause?.namedBindings; if (nb && ts.isNamedImports(nb)) { const keep = nb.elements.filter((e: any) => !(removable.has(e.name.text) && ids.get(e.name.text) === (e.propertyName && e.propertyName.text === e.name.text ? 2 : 1))); if (keep.length !== nb.elements.length) { if (!keep.length && !st.importClause.name) cut.push([st.getFullStart(), st.end, '']); else cut.push([nb.getStart(), nb.end, `{ ${keep.map((e: any) => e.getText()).join(', ')} }`]); } } }
  cut.push([lastImport, lastImport, (clsx && !/from 'clsx'/.test(next) ? `\nimport { clsx } from 'clsx';` : '') + (/module\.css'/.test(next) ? '' : `\nimport css from './${path.basename(cssPath)}';`)]);
  for (const [a, b, s] of cut.sort((x, y) => y[0] - x[0] || y[1] - x[1])) next = next.slice(0, a) + s + next.slice(b);
  if (!dry) { fs.writeFileSync(file, next.replace(/^\s+/, '')); fs.writeFileSync(cssPath, css); }
}
console.log('converted', converted, 'skipped', skipped.length); console.log(skipped.join('\n'));
