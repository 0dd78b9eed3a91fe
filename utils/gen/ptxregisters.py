# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What follows from the rows of spec/ptx/SpecialRegisters.td: tables of the rooms ptx and codegen, and lines of a page."""
import sys

AXES = ["X", "Y", "Z"]
SIGNATURES = {"u32": "i", "u64": "l"}


class Registers:
    def __init__(self, records, enumerator):
        self.records = records
        self.enumerator = enumerator
        rows = [records[n] for n in records["!instanceof"]["SpecialRegister"]]
        self.rows = sorted(rows, key=lambda r: int(r["!name"].split("_")[-1]))
        self.public = [r for r in self.rows if not r["Hidden"]]
        self.byName = {r["Name"]: r for r in self.rows}
        for row in self.rows:
            if bool(row["Id"]) != (self.kind(row) in ("Launch", "Block", "Piece", "Timer")):
                sys.exit(f"%{row['Name']}: a register has an Id if it comes from the engine, and only then")

    def source(self, row):
        return self.records[row["From"]["def"]]

    def kind(self, row):
        """Launch, Block, Piece, Timer, Computed, Always, Lower, Upper."""
        source = self.source(row)
        return source["!name"] if source["!superclasses"] == ["Source"] else source["!superclasses"][-1]

    def enum(self):
        """ptx::Special: the registers that kernels may name."""
        return (["/// The special registers of PTX.", "enum class Special : uint8_t {"] +
                [f"  {self.enumerator(r['Name'])}, ///< %{r['Name']}" for r in self.public] + ["};"])

    def lookUp(self, enumerators):
        """Rows of ptx::SpecialRegister."""
        return [f'  {{"{r["Name"]}", Special::{self.enumerator(r["Name"])}, Type::{enumerators[r["RegisterType"]]}, '
                f'{r["Components"]}, {r["PtxVersion"]}, {r["SmVersion"]}}},' for r in self.public]

    def intrinsics(self):
        """AW_REGISTER of what the engine gives: a function of scalar device IR for each component."""
        out = []
        for row in self.rows:
            if not row["Id"]:
                continue
            kind, type = self.kind(row), row["RegisterType"]
            for i in range(max(row["Components"], 1)):
                dimension = (AXES[i], "." + AXES[i].lower()) if row["Components"] else ("", "")
                offset = "0"
                if kind in ("Launch", "Block"):
                    offset = f"offsetof(exec::{kind}State, {self.source(row)['Member']}) + {4 * i}"
                out.append(f'AW_REGISTER({row["Id"]}{dimension[0]}, "aw.{row["Name"]}{dimension[1]}", "{SIGNATURES[type]}", '
                           f'{self.records[row["Lanes"]["def"]]["Shape"]}, {"Read" if kind == "Timer" else "Pure"}, '
                           f'{row["Low"]}, {row["High"]}, {kind}, {offset})')
        return out + ["#undef AW_REGISTER"]

    def computed(self):
        """The registers that emit/SpecialRegisters.cpp computes from others."""
        return [f"AW_COMPUTED({self.enumerator(r['Name'])})" for r in self.public if self.kind(r) == "Computed"] + ["#undef AW_COMPUTED"]

    def readings(self):
        """By ptx::Special: how a kernel reads it."""
        out = []
        for row in self.public:
            kind, source = self.kind(row), self.source(row)
            if kind == "Always":
                what = str(source["Value"])
            elif kind == "Computed":
                what = f"unsigned(Computed::{self.enumerator(row['Name'])})"
            else:
                from_ = self.byName[source["Other"]] if kind in ("Lower", "Upper") else row
                what = f"unsigned(Intrinsic::{from_['Id']}{'X' if from_['Components'] else ''})"
            if kind not in ("Always", "Computed", "Lower", "Upper"):
                kind = "Value"
            out.append(f"{{Reading::{kind}, {what}, {row['W']}}}, // %{row['Name']}")
        return out

    def pageLines(self, version):
        out = ["", "## Special registers", "", "| Register | Type | Needs | Comes from |", "|---|---|---|---|"]
        words = {"Piece": "the thread's place in the block", "Timer": "a clock, at each read", "Computed": "other registers"}
        for row in self.public:
            kind, source = self.kind(row), self.source(row)
            what = words.get(kind) or {"Launch": "the launch", "Block": "the block"}.get(kind)
            if kind == "Always":
                what = f"always {source['Value']}"
            elif kind in ("Lower", "Upper"):
                of = self.byName[source["Other"]]
                name = "the address of a grid barrier" if of["Hidden"] else f"%{of['Name']}"
                what = f"{'lower' if kind == 'Lower' else 'upper'} half of {name}"
            if row["High"]:
                what += f", {row['Low']} to {row['High']}"
            needs = version(row["PtxVersion"]) + (f", sm_{row['SmVersion']}" if row["SmVersion"] else "")
            vector = ".v4" if row["Components"] else ""
            out.append(f"| `%{row['Name']}` | {vector}.{row['RegisterType']} | {needs} | {what} |")
        return out
