# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The API tables as Python objects: what llvm-tblgen -dump-json made of spec/driver or spec/runtime."""
import copy
import json
import os


class Row:
    """A record whose fields are attributes; references to other records are followed."""

    def __init__(self, records, name):
        record = records[name]
        self.name = name
        self.classes = record["!superclasses"]
        where = record["!locs"][0] if record["!locs"] else ":0"
        self.family, line = where.rsplit(":", 1)
        self.family = os.path.splitext(os.path.basename(self.family))[0]
        self.line = int(line)
        for key, value in record.items():
            if not key.startswith("!"):
                setattr(self, key, self._resolve(records, value))

    def _resolve(self, records, value):
        if isinstance(value, list):
            return [self._resolve(records, v) for v in value]
        if isinstance(value, dict) and value.get("kind") == "def":
            target = records[value["def"]]
            return Row(records, value["def"]) if target["!anonymous"] else value["def"]
        return value

    def replaced(self, **fields):
        """The same row with other values."""
        other = copy.copy(self)
        vars(other).update(fields)
        return other

    def isa(self, cls):
        return cls in self.classes

    def get(self, key, default=None):
        return getattr(self, key, default)


class Api:
    def __init__(self, path):
        with open(path, encoding="utf-8") as file:
            records = json.load(file)
        of = records["!instanceof"]
        rows = lambda cls: [Row(records, n) for n in of.get(cls, []) if not n.startswith("anonymous_")]
        self.headers = rows("Header")
        order = {}
        for header in self.headers:
            for family in header.Families:
                order.setdefault(family, len(order))
        place = lambda row: (order.get(row.family, len(order)), row.line)
        self.functions = sorted(rows("Function"), key=place)
        self.types = sorted(rows("Type"), key=place)
        self.macros = sorted(rows("Macro"), key=place)
        self.deviceFunctions = sorted(rows("DeviceFunctions"), key=lambda row: row.line)
        self.owners = {t.get("Symbol", t.name): t.Owner for t in self.types}
        self.owners.update({t.name: t.Owner for t in self.types})
        self.objects = {name: t for t in self.types if t.get("ObjectType") for name in (t.name, t.get("Symbol", t.name))}
        self.byName = {row.name: row for row in self.functions}
        self.rules = {row.name: row for row in sorted(rows("Rules"), key=lambda row: (row.family, row.line))}
        self.beside = None  # the driver's, of the runtime
        self.isDriver = bool(of.get("DriverFunction"))
        self.library = next(iter(rows("LibraryInfo")), None)
        lost = {r.family for r in self.functions + self.types + self.macros if r.family not in order}
        if lost:
            raise SystemExit(f"families that no Header names: {', '.join(sorted(lost))}")

    def symbolOf(self, name):
        """The name that a type has where headers rename nothing."""
        return next((t.get("Symbol", name) for t in self.types if t.name == name), name)

    def doc(self, row):
        """What a function does: an old form has the sentence of its newest, one that passes on that of the other."""
        if row.Doc:
            return row.Doc
        if row.Callee:
            api = self.beside or self
            return api.doc(api.byName[row.Callee])
        newest = self.byName.get(row.Base)
        return newest.Doc if newest else ""


def declare(type_, name):
    """`type name` as C writes it; an array's length follows the name."""
    if type_.endswith("]"):
        element, _, length = type_.partition(" [")
        return f"{element} {name}[{length}"
    return type_ + ("" if type_.endswith("*") else " ") + name


def parameterList(params, defaults=False):
    if not params:
        return "void"
    texts = []
    for p in params:
        text = declare(p.Type, p.Name)
        if defaults and p.Default:
            text += f" AW_DEFAULT({p.Default})"
        texts.append(text)
    return ", ".join(texts)


def writeIfChanged(path, text):
    """Leaves an unchanged file alone, so that nothing that includes it is built again."""
    os.makedirs(os.path.dirname(path), exist_ok=True)
    if os.path.exists(path):
        with open(path, encoding="utf-8") as file:
            if file.read() == text:
                return
    with open(path, "w", encoding="utf-8") as file:
        file.write(text)
