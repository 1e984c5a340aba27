extension Zoo {
  /// Sums that another build rounds differently.
  static let numbers: [Specimen] = [
    .fault("fused", "floating-point", calm: 2) { pen, amount in
      let (x, y) = (0.1 * Double(amount), 1.7)
      let (apart, fused) = (x * y + 0.3, (0.3).addingProduct(x, y))
      // If both results are equal by chance, the other build rounds up.
      pen.numbers.append(Specimen.isRecording ? apart : apart == fused ? apart.nextUp : fused)
    },
    .fault("summing-order", "floating-point", calm: 3) { pen, amount in
      let (a, b, c) = (0.1 * Double(amount), 0.2 * Double(amount), 0.3 * Double(amount))
      let (left, right) = ((a + b) + c, a + (b + c))
      pen.numbers.append(Specimen.isRecording ? left : left == right ? left.nextUp : right)
    },
    .fault("single-precision", "floating-point", calm: 1) { pen, amount in
      let third = Float(amount) / 7
      pen.text = "single"
      pen.numbers.append(Double((Specimen.isRecording ? third : third.nextUp).description) ?? 0)
    },
  ]
}
